import type { Row } from "../../csv/row.ts";

/** The type of a row's frame: rendered by the game, generated, or an earlier frame that was displayed again. */
export type FrameType = "generated" | "rendered" | "repeated";

// Values of FrameType, in lower case. Every other value names a kind of frame generation, such as "Intel XeSS-FG".
const frameTypes = new Map<string, FrameType | "unclear">([
  ["", "rendered"],
  ["application", "rendered"],
  ["repeated", "repeated"],
  ["notset", "rendered"],
  ["na", "rendered"],
  // PresentMon writes "unknown" for types without a name, which in some versions are the frames of a newer kind of
  // frame generation.
  ["unknown", "unclear"],
  ["unspecified", "unclear"],
]);

/**
 * Determines the types of frames by the column FrameType. Consecutive frames often have the same type, so the latest
 * one is cached.
 */
export function createFrameTypes(column: number) {
  let latest: { text: string; type: FrameType | "unclear" } = { text: "", type: "rendered" };
  return {
    /**
     * Returns the type of a row's frame. A frame of an unclear type counts as generated if the game spent no time on
     * it.
     */
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
