import type { Row } from "../../csv/row.ts";

type FrameType = "generated" | "rendered" | "unclear";

// Values of FrameType, in lower case. Every other names a kind of frame generation, such as "Intel XeSS-FG".
const frameTypes = new Map<string, FrameType>([
  ["", "rendered"],
  ["application", "rendered"],
  ["repeated", "rendered"],
  ["notset", "rendered"],
  ["na", "rendered"],
  // PresentMon writes so what it has no name for: in some versions the frames of a newer kind of frame generation.
  ["unknown", "unclear"],
  ["unspecified", "unclear"],
]);

/** Tells generated frames by the column FrameType. Consecutive frames often have one type, so the latest answer is kept. */
export function createFrameTypes(column: number) {
  let latest: { text: string; type: FrameType } = { text: "", type: "rendered" };
  return {
    /** Whether a row's frame was generated. One of an unclear type was, if the game spent no time on it. */
    isGenerated(row: Row, frameTimeMs: number): boolean {
      if (!row.is(column, latest.text)) {
        const text = row.text(column);
        latest = { text, type: frameTypes.get(text.toLowerCase()) ?? "generated" };
      }
      return latest.type === "generated" || (latest.type === "unclear" && frameTimeMs === 0);
    },
  };
}
