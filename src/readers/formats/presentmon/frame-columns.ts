import { columnKey } from "../../csv/dialect.ts";

/**
 * Finds the columns of a capture of the PresentMon family by their keys, in any order. Returns null where the
 * header has no column of frame times.
 */
export function findFrameColumns(header: readonly string[]): FrameColumns | null {
  const names = header.map(columnKey);
  const frameTimeName = findFrameTimeName(names);
  if (frameTimeName === null) return null;
  return {
    frameTime: names.indexOf(frameTimeName),
    waitTime: frameTimeName === BUSY_TIME ? names.indexOf(WAIT_TIME) : -1,
    frameTimeName: header[names.indexOf(frameTimeName)]?.trim() ?? frameTimeName,
    isBetweenPresents: frameTimeName === "msbetweenpresents",
    application: names.indexOf("application"),
    runtime: indexOfFirst(["runtime", "presentruntime"], names),
    processId: names.indexOf("processid"),
    swapChain: names.indexOf("swapchainaddress"),
    ...findTimeColumn(names),
    displayed: findDisplayedColumn(names),
    ...findGenerationColumns(names),
  };
}

/** The indexes of a capture's columns; -1 for a column that the capture lacks. */
export interface FrameColumns {
  frameTime: number;
  /** The column with a second part of the frame time, to be added to the part in the column `frameTime`. */
  waitTime: number;
  /** The name of the column of frame times in the header. */
  frameTimeName: string;
  /** Whether the column of frame times has the time since the previous row, also in a row with a generated frame. */
  isBetweenPresents: boolean;
  application: number;
  /**
   * The column with the graphics interface through which the application shows its frames, or with the common name of
   * several interfaces.
   */
  runtime: number;
  processId: number;
  swapChain: number;
  /**
   * The column with the time at which the frame began or was handed to the display, as a number of any unit, or as a
   * date and time.
   */
  time: number;
  /**
   * The number of milliseconds in one unit of the column `time`; NaN where the unit is unknown or there is no such
   * column.
   */
  msPerTime: number;
  displayed: DisplayedColumn | null;
  /** The column with the kind of frame generation, or of rendered frame. */
  frameType: number;
  /**
   * The column that says how long the frame was displayed, or the time since the previous change of the display, in
   * milliseconds. The index is -1 in a capture without the column `frameType`.
   */
  displayTime: number;
  /**
   * The column with the time at which the game handed the frame to the display, as any text. The index is also -1 if
   * `displayTime` is how long the frame was displayed, because then it does not matter which rows belong to the same
   * frame of the game.
   */
  presentTime: number;
}

/** The column that says which frames were displayed: a flag (1: dropped) or a time (none or 0: dropped). */
export interface DisplayedColumn {
  index: number;
  kind: "dropped-flag" | "display-time";
}

// The names that the frame-time column may have, in the order of preference. PresentMon 1.x and 2.3.1+, CapFrameX, OCAT
// and FrameView have the first column, PresentMon 2.0 to 2.3.0 the second; OCAT's VR captures have the last.
const frameTimeNames = ["msbetweenpresents", "frametime", "msbetweenappstart", "msbetweenapppresents"];

// PresentMon 2.0.0 and 2.0.1 write no column of `frameTimeNames`. In their files, the frame time is the sum of two
// columns; later versions write this sum as FrameTime.
const BUSY_TIME = "cpubusy";
const WAIT_TIME = "cpuwait";

// Columns of times, in the order of preference, with the milliseconds in their unit. With an option of PresentMon, a
// column of seconds may hold a date and time instead. The length of a tick (QPC) is not in the file.
const timeUnits = new Map([
  ["timeinseconds", 1000],
  ["timeinms", 1],
  ["timeindatetime", 1000],
  ["timeinqpc", Number.NaN],
  ["cpustarttime", 1000],
  ["cpustarttimeinseconds", 1000],
  ["cpustarttimeinms", 1],
  ["cpustartqpctime", 1],
  ["cpustartqpctimeinms", 1],
  ["cpustartdatetime", 1000],
  ["cpustartqpc", Number.NaN],
]);

// The columns that show that a column "FrameTime" has the times of single frames. Other tools use the name "FrameTime"
// for sampled figures, so such a column counts only if the capture also has one of the columns in this list.
const presentMonNames = ["application", "processid", "swapchainaddress", "presentruntime", "cpubusy"];

const DISPLAY_DURATION = "displayedtime";

const presentTimeNames = ["timeinseconds", "timeinms", "timeinqpc", "timeindatetime"];

const displayTimeNames = ["displayedtime", "msuntildisplayed", "msbetweendisplaychange"];

function findGenerationColumns(names: readonly string[]) {
  const frameType = names.indexOf("frametype");
  if (frameType === -1) return { frameType, displayTime: -1, presentTime: -1 };
  const isDuration = names.includes(DISPLAY_DURATION);
  const displayTime = names.indexOf(isDuration ? DISPLAY_DURATION : "msbetweendisplaychange");
  return { frameType, displayTime, presentTime: isDuration ? -1 : indexOfFirst(presentTimeNames, names) };
}

function findFrameTimeName(names: readonly string[]): string | null {
  const name = frameTimeNames.find((name) => names.includes(name));
  if (name === undefined) return names.includes(BUSY_TIME) && names.includes(WAIT_TIME) ? BUSY_TIME : null;
  const isOfOtherTool = name === "frametime" && !presentMonNames.some((name) => names.includes(name));
  return isOfOtherTool ? null : name;
}

function findTimeColumn(names: readonly string[]) {
  const found = [...timeUnits].find(([name]) => names.includes(name));
  if (found === undefined) return { time: -1, msPerTime: Number.NaN };
  const [name, msPerTime] = found;
  return { time: names.indexOf(name), msPerTime };
}

function indexOfFirst(wanted: readonly string[], names: readonly string[]): number {
  const found = wanted.find((name) => names.includes(name));
  return found === undefined ? -1 : names.indexOf(found);
}

function findDisplayedColumn(names: readonly string[]): DisplayedColumn | null {
  const flag = names.indexOf("dropped");
  if (flag !== -1) return { index: flag, kind: "dropped-flag" };
  const time = displayTimeNames.find((name) => names.includes(name));
  return time === undefined ? null : { index: names.indexOf(time), kind: "display-time" };
}

// A column that only CapFrameX for Linux writes. Its columns MsUntilRenderComplete and MsUntilDisplayed are always 0.
const CAPFRAMEX_FOR_LINUX = "msactualpresent";

function isOcat(names: readonly string[]): boolean {
  return names.includes("motherboard") || names.includes("msestimateddriverlag");
}

/**
 * Returns the tool that wrote a capture, recognised by the columns and by whether lines with `//` precede them. The
 * captures of all tools are read in the same way.
 */
export function toolOf(header: readonly string[], hasCommentLines: boolean): string {
  const names = header.map(columnKey);
  if (["application", "gpu", "renderqueuedepth"].every((name) => names.includes(name))) return "FrameView";
  if (hasCommentLines || names.includes(CAPFRAMEX_FOR_LINUX)) return "CapFrameX";
  if (isOcat(names)) return "OCAT";
  return "PresentMon";
}
