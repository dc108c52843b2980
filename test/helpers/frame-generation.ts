/**
 * The facts of a made-up capture of a game whose driver generates frames, recorded by PresentMon with its option for
 * frame types.
 */
export interface MadeGeneration {
  /** The version of PresentMon. It determines the columns, and the cells in the rows of generated frames. */
  version: "2.1.0" | "2.3.1" | "2.5.0";
  /** The value of the column FrameType in rows of generated frames, such as "AMD AFMF". */
  type: string;
  /** The number of displayed frames for each frame that the game renders. */
  factor: number;
  /** The times from one present call of the game to the next, in milliseconds. */
  presentsMs: readonly number[];
  /** Indexes, in `presentsMs`, of the rendered frames that are not displayed. */
  dropped?: readonly number[];
}

/** A row of a made-up capture, and the facts about the frame of the row. */
export interface MadeRow {
  line: string;
  isGenerated: boolean;
  /** The time for which the frame is displayed, in milliseconds; 0 for a frame that is never displayed. */
  displayedMs: number;
}

const chain = "harbour.exe,4711,0x1";

/** Returns the content of a PresentMon capture with the given rows. */
export function makeGenerationCapture(version: MadeGeneration["version"], rows: readonly MadeRow[]): string {
  const columns =
    version === "2.1.0"
      ? "FrameType,CPUStartTime,FrameTime,CPUBusy,CPUWait,DisplayLatency,DisplayedTime"
      : "FrameType,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsUntilDisplayed";
  const lines = [`Application,ProcessID,SwapChainAddress,${columns}`, ...rows.map(({ line }) => line)];
  return `${lines.join("\n")}\n`;
}

/**
 * Returns the rows of a capture. For each frame that the game renders, the rows of the generated frames come first,
 * then the row of the rendered frame.
 */
export function makeGeneratedRows({
  version,
  type,
  factor,
  presentsMs,
  dropped = [],
}: MadeGeneration): MadeRow[] {
  let startMs = 0;
  return presentsMs.flatMap((presentMs, present) => {
    startMs += presentMs;
    const displayedMs = presentMs / factor;
    return Array.from({ length: factor }, (_, place) => {
      const isGenerated = place < factor - 1;
      const isDropped = !isGenerated && dropped.includes(present);
      const shown = { presentMs, startMs, place, displayedMs, isGenerated, isDropped };
      const cells = version === "2.1.0" ? cellsOf210(shown) : cellsOf231(shown, version === "2.3.1");
      return {
        line: [chain, isGenerated ? type : "Application", ...cells].join(","),
        isGenerated,
        displayedMs: isDropped ? 0 : displayedMs,
      };
    });
  });
}

interface Shown {
  presentMs: number;
  startMs: number;
  place: number;
  displayedMs: number;
  isGenerated: boolean;
  isDropped: boolean;
}

// Returns the cells of a row as PresentMon 2.1 writes them: only the row of a rendered frame has the times of the
// processor.
function cellsOf210({ presentMs, startMs, displayedMs, isGenerated, isDropped }: Shown): string[] {
  const times = isGenerated ? [0, 0, 0] : [presentMs, presentMs - 1, 1];
  const shown = isDropped ? ["NA", "NA"] : ["20.5000", displayedMs.toFixed(4)];
  return [(startMs / 1000).toFixed(6), ...times.map((time) => time.toFixed(4)), ...shown];
}

// Returns the cells of a row as later versions of PresentMon write them: all rows of a present repeat the time of the
// present. Until version 2.4.1, the time between display changes is measured from the last frame of the previous
// present.
function cellsOf231(
  { presentMs, startMs, place, displayedMs, isDropped }: Shown,
  countsFromPresent: boolean,
): string[] {
  const change = countsFromPresent ? displayedMs * (place + 1) : displayedMs;
  const shown = isDropped ? ["NA", "NA"] : [change.toFixed(4), (20 + displayedMs * place).toFixed(4)];
  return [(startMs / 1000).toFixed(6), presentMs.toFixed(4), ...shown];
}
