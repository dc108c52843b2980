/**
 * Finds the columns of a capture of the PresentMon family by name, in any order and any case.
 * Null where the header has no column of frame times.
 */
export function findFrameColumns(header: readonly string[]): FrameColumns | null {
  const names = header.map(normalise);
  const frameTimeName = frameTimeNames.find((name) => names.includes(name));
  if (frameTimeName === undefined) return null;
  if (frameTimeName === "frametime" && !presentMonNames.some((name) => names.includes(name))) return null;
  return {
    frameTime: names.indexOf(frameTimeName),
    frameTimeName: header[names.indexOf(frameTimeName)]?.trim() ?? frameTimeName,
    application: names.indexOf("application"),
    processId: names.indexOf("processid"),
    swapChain: names.indexOf("swapchainaddress"),
    frameType: names.indexOf("frametype"),
    time: isOcat(names) ? names.indexOf("timeinseconds") : -1,
    displayed: findDisplayedColumn(names),
  };
}

/** The indexes of a capture's columns; -1 for a column that the capture does not have. */
export interface FrameColumns {
  frameTime: number;
  /** The name of the frame-time column as the header has it. */
  frameTimeName: string;
  application: number;
  processId: number;
  swapChain: number;
  frameType: number;
  /** Seconds since the begin of the capture. Set for OCAT only, whose average needs it. */
  time: number;
  displayed: DisplayedColumn | null;
}

/** The column that tells which frames were displayed: a flag (1: dropped) or a time (none or 0: dropped). */
interface DisplayedColumn {
  index: number;
  kind: "dropped-flag" | "display-time";
}

// In the order of preference. PresentMon 1.x and 2.3.1+, CapFrameX, OCAT and FrameView have the first column,
// PresentMon 2.0 to 2.3.0 the second; OCAT's VR captures have the last.
const frameTimeNames = ["msbetweenpresents", "frametime", "msbetweenappstart", "msbetweenapppresents"];

// Other tools use the name "FrameTime" for sampled figures: it counts only beside one of these columns.
const presentMonNames = ["application", "processid", "swapchainaddress", "presentruntime", "cpubusy"];

const displayTimeNames = ["displayedtime", "msuntildisplayed", "msbetweendisplaychange"];

function normalise(cell: string): string {
  return cell.trim().toLowerCase();
}

function findDisplayedColumn(names: readonly string[]): DisplayedColumn | null {
  const flag = names.indexOf("dropped");
  if (flag !== -1) return { index: flag, kind: "dropped-flag" };
  const time = displayTimeNames.find((name) => names.includes(name));
  return time === undefined ? null : { index: names.indexOf(time), kind: "display-time" };
}

function isOcat(names: readonly string[]): boolean {
  return names.includes("motherboard") || names.includes("msestimateddriverlag");
}

/** The tool that wrote a capture, by its columns and by whether `//` lines stand before them. All tools' rows are read alike. */
export function toolOf(header: readonly string[], hasCommentLines: boolean): string {
  const names = header.map(normalise);
  if (["application", "gpu", "render queue depth"].every((name) => names.includes(name))) return "FrameView";
  if (hasCommentLines) return "CapFrameX";
  if (isOcat(names)) return "OCAT";
  return "PresentMon";
}
