import type { Row } from "../../csv/row.ts";
import { recordedOn, type RecordedOn } from "../../recorded-on.ts";

/** The hardware of a capture by its first row: OCAT names it in that row only, FrameView in every row. */
export function hardwareOfRow(names: readonly string[], row: Row): RecordedOn | null {
  const lower = names.map((name) => name.trim().toLowerCase());
  return hardwareOf((name) => {
    const column = lower.indexOf(name);
    return column === -1 ? undefined : row.text(column);
  });
}

/** The hardware of a capture by the `//Key=Value` lines that CapFrameX writes before the header. */
export function hardwareOfComments(comments: readonly string[]): RecordedOn | null {
  const texts = new Map<string, string>();
  for (const comment of comments) {
    const end = comment.indexOf("=");
    if (end !== -1) texts.set(comment.slice("//".length, end).trim().toLowerCase(), comment.slice(end + 1));
  }
  return hardwareOf((name) => texts.get(name));
}

function hardwareOf(textOf: (name: string) => string | undefined): RecordedOn | null {
  const [width, height] = [Number(textOf("width")), Number(textOf("height"))];
  return recordedOn({
    processor: [textOf("processor"), textOf("cpu")],
    gpu: [textOf("gpu")],
    ram: [textOf("system ram")],
    motherboard: [textOf("motherboard")],
    os: [textOf("os")],
    driver: [textOf("driver package"), textOf("base driver version")],
    resolution: [textOf("resolution"), width > 0 && height > 0 ? `${width}x${height}` : undefined],
  });
}
