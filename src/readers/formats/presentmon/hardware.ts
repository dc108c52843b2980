import { UNREADABLE } from "../../bytes/encoding.ts";
import { columnKey } from "../../csv/dialect.ts";
import type { Row } from "../../csv/row.ts";
import { namedHardware, recordedOn, type NamedHardware, type RecordedOn } from "../../recorded-on.ts";

/**
 * Returns the hardware that the first row of a capture names. OCAT writes the hardware only into the first row,
 * FrameView into every row.
 */
export function hardwareOfRow(names: readonly string[], row: Row): NamedHardware {
  const keys = names.map(columnKey);
  return hardwareOf((name) => {
    const column = keys.indexOf(columnKey(name));
    if (column === -1) return undefined;
    return row.isUtf8(column) ? row.text(column) : UNREADABLE;
  });
}

/** Returns the hardware in the `//Key=Value` lines that CapFrameX writes before the header. */
export function hardwareOfComments(comments: readonly string[]): NamedHardware {
  const texts = new Map<string, string>();
  for (const comment of comments) {
    const end = comment.indexOf("=");
    if (end !== -1) texts.set(comment.slice("//".length, end).trim().toLowerCase(), comment.slice(end + 1));
  }
  return hardwareOf((name) => texts.get(name));
}

// Matches the names of graphics interfaces. The other values of PresentMon's column Runtime, DXGI and Other, do not
// identify a graphics interface.
const INTERFACE = /^(?:d3d\d{1,2}|direct3d ?\d{1,2}|dx\d{1,2}|vulkan|opengl)$/i;

/**
 * Adds the graphics interface to the hardware and settings of a capture, if the column Runtime names one and `recorded`
 * contains none.
 */
export function withRuntime(recorded: RecordedOn | null, runtime: string): RecordedOn | null {
  if (!INTERFACE.test(runtime) || (recorded?.api ?? null) !== null) return recorded;
  const ofRuntime = recordedOn({ api: [runtime] });
  return recorded && ofRuntime ? { ...recorded, api: ofRuntime.api } : ofRuntime;
}

function hardwareOf(textOf: (name: string) => string | undefined): NamedHardware {
  const [width, height] = [Number(textOf("width")), Number(textOf("height"))];
  return namedHardware({
    processor: [textOf("processor"), textOf("cpu")],
    gpu: [textOf("gpu")],
    ram: [textOf("system ram")],
    motherboard: [textOf("motherboard")],
    os: [textOf("os")],
    driver: [textOf("driver package"), textOf("base driver version")],
    resolution: [textOf("resolution"), width > 0 && height > 0 ? `${width}x${height}` : undefined],
  });
}
