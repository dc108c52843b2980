import type { Row } from "../../csv/row.ts";

/** What a row says of its frame: the game rendered it, it was generated, or it is an earlier one that was displayed once more. */
export type FrameType = "generated" | "rendered" | "repeated";

// Values of FrameType, in lower case. Every other names a kind of frame generation, such as "Intel XeSS-FG".
const frameTypes = new Map<string, FrameType | "unclear">([
  ["", "rendered"],
  ["application", "rendered"],
  ["repeated", "repeated"],
  ["notset", "rendered"],
  ["na", "rendered"],
  // PresentMon writes so what it has no name for: in some versions the frames of a newer kind of frame generation.
  ["unknown", "unclear"],
  ["unspecified", "unclear"],
]);

/** Tells the types of frames by the column FrameType. Consecutive frames often have one type, so the latest answer is kept. */
export function createFrameTypes(column: number) {
  let latest: { text: string; type: FrameType | "unclear" } = { text: "", type: "rendered" };
  return {
    /** Returns the type of a row's frame. One of an unclear type was generated, if the game spent no time on it. */
    typeOf(row: Row, frameTimeMs: number): FrameType {
      if (!row.is(column, latest.text)) {
        const text = row.text(column);
        latest = { text, type: frameTypes.get(text.toLowerCase()) ?? "generated" };
      }
      if (latest.type !== "unclear") return latest.type;
      return frameTimeMs === 0 ? "generated" : "rendered";
    },
  };
}
