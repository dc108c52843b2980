import type { Row } from "../../csv/row.ts";

/** The type of a row's frame: rendered by the game, generated, or an earlier frame that was displayed again. */
export type FrameType = "generated" | "rendered" | "repeated";

// The meanings of the values of the column FrameType, in lower case. Every other value names a kind of frame
// generation, such as "Intel XeSS-FG".
const frameTypes = new Map<string, FrameType | "unclear">([
  ["", "rendered"],
  ["application", "rendered"],
  ["repeated", "repeated"],
  ["notset", "rendered"],
  ["na", "rendered"],
  // PresentMon writes "unknown" for a type that it has no name for; in some versions, such frames come from a newer
  // kind of frame generation.
  ["unknown", "unclear"],
  ["unspecified", "unclear"],
]);

/**
 * Determines the types of frames by the column FrameType. The latest type is cached, because consecutive frames often
 * have the same type.
 */
export function createFrameTypes(column: number) {
  let latest: { text: string; type: FrameType | "unclear" } = { text: "", type: "rendered" };
  return {
    /**
     * Returns the type of a row's frame. A frame whose type the column leaves open counts as generated if its frame
     * time is 0, which means that the game spent no time on it.
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
