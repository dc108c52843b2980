import type { Row } from "../../csv/row.ts";

/** The type of a row's frame: rendered by the game, generated, or an earlier frame that was displayed again. */
export type FrameType = "generated" | "rendered" | "repeated";

// The meanings of the values of the column FrameType that name no kind of frame generation, in lower case.
const frameTypes = new Map<string, FrameType | "unclear">([
  ["", "rendered"],
  ["application", "rendered"],
  ["repeated", "repeated"],
  ["notset", "rendered"],
  ["na", "rendered"],
  // PresentMon writes "unknown" for a type of frame that it cannot name. In some versions, frames of a newer kind of
  // frame generation have this type.
  ["unknown", "unclear"],
  ["unspecified", "unclear"],
]);

// The names of kinds of frame generation. PresentMon writes frames of AMD AFMF and Intel XeSS-FG (XEFG). Other tools
// may add frames that NVIDIA and AMD generate in games.
const GENERATED = /(?:^|[^a-z])(?:afmf|xess|xefg|dlss|fsr)(?![a-z])/i;

/**
 * Determines the types of frames by the column FrameType. The latest type is cached, because consecutive frames often
 * have the same type.
 */
export function createFrameTypes(column: number) {
  let latest: { text: string; type: FrameType | "unclear" } = { text: "", type: "rendered" };
  let foreign: string | null = null;

  function meaningOf(text: string): FrameType | "unclear" {
    const known = frameTypes.get(text.toLowerCase());
    if (known !== undefined) return known;
    if (GENERATED.test(text)) return "generated";
    foreign ??= text;
    return "unclear";
  }

  return {
    /**
     * Returns the type of a row's frame. A frame whose type the column leaves open counts as generated if its frame
     * time is 0, which means that the game spent no time on it.
     */
    typeOf(row: Row, frameTimeMs: number): FrameType {
      if (!row.is(column, latest.text)) {
        const text = row.text(column);
        latest = { text, type: meaningOf(text) };
      }
      if (latest.type !== "unclear") return latest.type;
      return frameTimeMs === 0 ? "generated" : "rendered";
    },

    /** Returns the first value of the column FrameType that is no type of a frame; null if there is none. */
    foreign: (): string | null => foreign,
  };
}
