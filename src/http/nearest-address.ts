import { editsBetween } from "../validation/nearest.ts";

/**
 * The maximum length of an address that is compared with the known addresses, in characters, so that a comparison stays
 * cheap.
 */
const MAX_CHARACTERS = 200;
/** The maximum number of known addresses that a "not found" message lists. */
const MAX_LISTED = 10;
/** The maximum number of typing errors in an address that still counts as similar to a known address. */
const MAX_EDITS = 4;

/** A segment of a path that stands for any value, such as `:run_id`. */
const PARAMETER = /^:\w+$/;
/**
 * Matches the known paths to which a typed path can be compared: each segment is either a fixed text or a parameter.
 */
const PLAIN = /^(?:\/:?[\w.-]+)+$/;

/**
 * Creates the function that returns a sentence about an address which does not exist. The sentence names the most
 * similar known address. If no known address is similar, the sentence lists the known addresses that begin with the
 * same segment and have the same number of segments; if there are none, the text is empty.
 * @param paths the known paths, with parameters such as `:run_id`
 * @returns a function that also takes null, which is the path of an address such as `coap://host`
 */
export function createNearestAddress(paths: readonly string[]): (path: string | null) => string {
  const known = [...new Set(paths)]
    .filter((path) => PLAIN.test(path))
    .map((path) => path.split("/").slice(1));
  return (path) => {
    if (path === null || path.length > MAX_CHARACTERS) return "";
    const typed = path.split("/").slice(1);
    const alike = known.filter(({ length }) => length === typed.length);
    const rated = alike
      .map((segments) => ({ segments, edits: editsOf(segments, typed) }))
      .toSorted((a, b) => a.edits - b.edits || parametersIn(a.segments) - parametersIn(b.segments));
    const [best] = rated;
    if (best && best.edits <= MAX_EDITS)
      return ` The nearest address is /${filled(best.segments, typed).join("/")}.`;
    const siblings = alike
      .filter(([first]) => first === typed[0])
      .map((segments) => `/${segments.join("/")}`);
    return siblings.length === 0 ? "" : ` Known addresses: ${siblings.slice(0, MAX_LISTED).join(", ")}.`;
  };
}

/**
 * Returns how many typing errors a typed path has, compared with a known path; infinite if a segment has too many
 * errors. A segment may have one error for each three characters, but at least one and at most MAX_EDITS errors.
 */
function editsOf(known: readonly string[], typed: readonly string[]): number {
  const edits = known.map((segment, index) => {
    const given = typed[index] ?? "";
    if (PARAMETER.test(segment)) return given === "" ? Infinity : 0;
    const most = Math.min(MAX_EDITS, Math.max(1, Math.floor(segment.length / 3)));
    const found = editsBetween(given.toLowerCase(), segment, most);
    return found <= most ? found : Infinity;
  });
  return edits.reduce((sum, one) => sum + one, 0);
}

const parametersIn = (segments: readonly string[]) => segments.filter((one) => PARAMETER.test(one)).length;

/** Returns a known path, with its parameters (such as `:run_id`) replaced by the values in a typed path. */
function filled(known: readonly string[], typed: readonly string[]): string[] {
  return known.map((segment, index) => (PARAMETER.test(segment) ? (typed[index] ?? "") : segment));
}
