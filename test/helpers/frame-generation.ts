/** A made-up capture of PresentMon with its option for frame types, of a game whose driver generates frames. */
export interface MadeGeneration {
  /** Which columns, and how rows of generated frames are filled, as in this version. */
  version: "2.1.0" | "2.3.1" | "2.5.0";
  /** The value of FrameType in rows of generated frames, such as "AMD AFMF". */
  type: string;
  /** How many frames are displayed for each that the game renders. */
  factor: number;
  /** The time from each present of the game to the next, in milliseconds. */
  presentsMs: readonly number[];
  /** Indexes of the rendered frames that are not displayed. */
  dropped?: readonly number[];
}

/** A row, and what is true of its frame. */
export interface MadeRow {
  line: string;
  isGenerated: boolean;
  /** How long the frame stays on the screen; 0 for a frame that is never displayed. */
  displayedMs: number;
}

const chain = "harbour.exe,4711,0x1";

/** The content of such a capture with these of its rows. */
export function makeGenerationCapture(version: MadeGeneration["version"], rows: readonly MadeRow[]): string {
  const columns =
    version === "2.1.0"
      ? "FrameType,CPUStartTime,FrameTime,CPUBusy,CPUWait,DisplayLatency,DisplayedTime"
      : "FrameType,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsUntilDisplayed";
  const lines = [`Application,ProcessID,SwapChainAddress,${columns}`, ...rows.map(({ line }) => line)];
  return `${lines.join("\n")}\n`;
}

/** The rows: for each present first those of its generated frames, then that of the rendered frame. */
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

// The processor's times stand in the row of the rendered frame only.
function cellsOf210({ presentMs, startMs, displayedMs, isGenerated, isDropped }: Shown): string[] {
  const times = isGenerated ? [0, 0, 0] : [presentMs, presentMs - 1, 1];
  const shown = isDropped ? ["NA", "NA"] : ["20.5000", displayedMs.toFixed(4)];
  return [(startMs / 1000).toFixed(6), ...times.map((time) => time.toFixed(4)), ...shown];
}

// All rows of a present repeat its time. Until 2.4.1, changes of the display count from the last frame of the present before.
function cellsOf231(
  { presentMs, startMs, place, displayedMs, isDropped }: Shown,
  countsFromPresent: boolean,
): string[] {
  const change = countsFromPresent ? displayedMs * (place + 1) : displayedMs;
  const shown = isDropped ? ["NA", "NA"] : [change.toFixed(4), (20 + displayedMs * place).toFixed(4)];
  return [(startMs / 1000).toFixed(6), presentMs.toFixed(4), ...shown];
}
