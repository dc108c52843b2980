/** The facts about a frame from which `makeCapture` writes a row of a capture. */
export interface MadeFrame {
  application: string;
  processId: number;
  swapChain: string;
  frameTimeMs: number;
  isDropped: boolean;
  /** The cells of this row in further columns, or cells that replace the default cells, by the names of the columns. */
  cells?: Readonly<Record<string, string>>;
}

/** The name of a tool, or of a version of a tool, in whose format `makeCapture` can write captures. */
export type CaptureFamily = keyof typeof families;

/** Details of the format of a made-up capture. By default the capture has the format of its tool. */
export interface CaptureStyle {
  delimiter?: "," | ";" | "\t";
  lineEnd?: "\n" | "\r\n";
  /** The columns to write, in this order; by default all columns of the tool. */
  columns?: readonly string[];
}

interface Family {
  columns: readonly string[];
  preamble?: readonly string[];
  /**
   * The cells of the hardware columns in the first row. The capture tool leaves these cells empty in all other rows.
   */
  firstRowExtra?: readonly string[];
  isShortRowed?: boolean;
  hasPaddedCells?: boolean;
  hasMark?: boolean;
}

const list = (text: string): string[] => text.split(",");
const chainColumns = list("Application,ProcessID,SwapChainAddress");
const hardwareColumns = list("Motherboard,OS,Processor,System RAM,GPU");

const families = {
  "presentmon-1.0": {
    columns: [
      ...chainColumns,
      ...list(
        "Runtime,SyncInterval,AllowsTearing,PresentFlags,PresentMode,Dropped,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsUntilRenderComplete,MsUntilDisplayed",
      ),
    ],
  },
  "presentmon-1.10": {
    columns: [
      ...chainColumns,
      ...list(
        "Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents,AllowsTearing,PresentMode,msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,QPCTime",
      ),
    ],
  },
  "presentmon-2.0": {
    hasMark: true,
    columns: [
      ...chainColumns,
      ...list(
        "PresentRuntime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,FrameType,CPUStartTime,FrameTime,CPUBusy,CPUWait,GPULatency,GPUTime,GPUBusy,GPUWait,DisplayLatency,DisplayedTime,AnimationError,ClickToPhotonLatency",
      ),
    ],
  },
  "presentmon-2.3.1": {
    hasMark: true,
    columns: [
      ...chainColumns,
      ...list(
        "PresentRuntime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,FrameType,TimeInSeconds,MsBetweenSimulationStart,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsUntilDisplayed,CPUStartTime,MsBetweenAppStart,MsCPUBusy,MsGPUTime,MsAnimationError",
      ),
    ],
  },
  "intel-presentmon": {
    columns: [
      ...chainColumns,
      ...list(
        "PresentRuntime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,FrameType,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsUntilDisplayed,CPUStartTime,MsBetweenAppStart,MsCPUBusy,GPUPower,GPUFrequency,CPUUtilization,CPUFrequency",
      ),
    ],
  },
  capframex: {
    preamble: [
      "//GameName=Harbour Lights",
      "//ProcessName=harbour.exe",
      "//Processor=Made, up; CPU",
      '//Comment="first run',
    ],
    columns: [
      ...chainColumns,
      ...list(
        "Runtime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,WasBatched,DwmNotified,Dropped,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsUntilRenderComplete,MsUntilDisplayed",
      ),
    ],
  },
  ocat: {
    columns: [
      ...chainColumns,
      ...list(
        "Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,MsBetweenPresents,MsInPresentAPI,MsUntilDisplayed",
      ),
      ...hardwareColumns,
    ],
    isShortRowed: true,
    firstRowExtra: [
      '"Maker, Board (rev. 2)"',
      '"Windows 11, build 1"',
      "Made-up CPU",
      "32 GB",
      "Made-up GPU",
    ],
  },
  frameview: {
    hasPaddedCells: true,
    columns: [
      "Application",
      ...list(
        "GPU,CPU,Resolution,Runtime,AllowsTearing,ProcessID,SwapChainAddress,SyncInterval,PresentFlags,PresentMode,Dropped,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange,MsInPresentAPI,MsUntilDisplayed,Render Queue Depth,GPU0Clk(MHz),GPU0Util(%)",
      ),
    ],
  },
} satisfies Record<string, Family>;

/** The names of all tools and versions in whose formats `makeCapture` can write captures. */
export const captureFamilies = Object.keys(families) as CaptureFamily[];

/** Returns the names of the columns that a tool writes, in the order of the tool. */
export function columnsOf(family: CaptureFamily): readonly string[] {
  return families[family].columns;
}

const constantCells: Record<string, string> = {
  Runtime: "DXGI",
  PresentRuntime: "DXGI",
  PresentMode: "Hardware: Independent Flip",
  FrameType: "Application",
  GPU: "Made-up GPU",
  CPU: "Made-up CPU",
  Resolution: "2560x1440",
  AnimationError: "NA",
  ClickToPhotonLatency: "NA",
  MsBetweenSimulationStart: "NA",
};

/**
 * Returns the time in ms at which each frame ends: the sum of the frame times so far in the swap chain of the frame.
 */
function endTimesOf(frames: readonly MadeFrame[]): number[] {
  const ends = new Map<string, number>();
  return frames.map(({ application, processId, swapChain, frameTimeMs }) => {
    const chain = [application, processId, swapChain].join();
    const end = (ends.get(chain) ?? 0) + frameTimeMs;
    ends.set(chain, end);
    return end;
  });
}

function cellOf(column: string, frame: MadeFrame, endMs: number): string {
  const given = frame.cells?.[column];
  if (given !== undefined) return given;
  switch (column.toLowerCase()) {
    case "application":
      return frame.application;
    case "processid":
      return String(frame.processId);
    case "swapchainaddress":
      return frame.swapChain;
    case "msbetweenpresents":
    case "frametime":
    case "msbetweenappstart":
      return String(frame.frameTimeMs);
    case "dropped":
      return frame.isDropped ? "1" : "0";
    case "displayedtime":
      return frame.isDropped ? "NA" : "16.6667";
    case "msuntildisplayed":
    case "msbetweendisplaychange":
      return frame.isDropped ? "0.000" : "16.667";
    case "timeinseconds":
      return (endMs / 1000).toFixed(6);
    case "cpustarttime":
      return ((endMs - frame.frameTimeMs) / 1000).toFixed(6);
    default:
      return constantCells[column] ?? "0";
  }
}

/** Returns a capture file with the given frames in their order, in the format of the tool that `family` names. */
export function makeCapture(
  family: CaptureFamily,
  frames: readonly MadeFrame[],
  style: CaptureStyle = {},
): string {
  const made: Family = families[family];
  const { delimiter = ",", lineEnd = "\r\n", columns = made.columns } = style;
  const localise = (cell: string) =>
    delimiter !== "," && /^\d+\.\d+$/.test(cell) ? cell.replace(".", ",") : cell;
  const endTimes = endTimesOf(frames);
  const rows = frames.map((frame, index) => {
    const cells = columns.map((column) => {
      if (made.isShortRowed === true && hardwareColumns.includes(column)) {
        const extra = made.firstRowExtra?.[hardwareColumns.indexOf(column)] ?? "";
        return index === 0 ? extra : "";
      }
      const cell = localise(cellOf(column, frame, endTimes[index] ?? 0));
      return made.hasPaddedCells === true ? cell.padStart(6) : cell;
    });
    const row = cells.join(delimiter);
    return made.isShortRowed === true && index > 0 ? row.replace(/,+$/, "") : row;
  });
  const lines = [...(made.preamble ?? []), columns.join(delimiter), ...rows];
  return `${made.hasMark === true ? "\ufeff" : ""}${lines.join(lineEnd)}${lineEnd}`;
}

/**
 * Returns frame times in milliseconds with slow stretches and single spikes, rounded to three decimals as tools write
 * them. The same seed gives the same frame times.
 */
export function makeFrameTimes(count: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: count }, (_, index) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const noise = (state / 2_147_483_648) * 4;
    const spike = index % 37 === 36 ? 25 : 0;
    return Number((6 + noise + spike + (index % 50 > 40 ? 3 : 0)).toFixed(3));
  });
}

/**
 * A number of frames of `makeFrameTimes` that together last longer than 10 s, so that a capture of these frames is
 * ranked.
 */
export const RANKED_FRAMES = 1200;

/**
 * Returns frames as in the fixtures: by default 120 frames of a game, of which every seventh is dropped, with frames of
 * the compositor in between. A capture is ranked if it has at least RANKED_FRAMES frames.
 */
export function makeGameFrames(seed: number, count = 120): MadeFrame[] {
  const game = { application: "harbour.exe", processId: 4711, swapChain: "0x0000023DCA2DD8C0" };
  const desktop = { application: "dwm.exe", processId: 520, swapChain: "0x0000000000000000" };
  return makeFrameTimes(count, seed).flatMap((frameTimeMs, index) => {
    const frame = { ...game, frameTimeMs, isDropped: index % 7 === 3 };
    return index % 4 === 0 ? [frame, { ...desktop, frameTimeMs: 16.667, isDropped: false }] : [frame];
  });
}
