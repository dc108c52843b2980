/** The maximum number of typing errors in a similar name, however long the name is. */
const MAX_EDITS = 4;

/**
 * The minimum length, in characters, of a name that counts as similar because the other name contains it, as
 * "min_cores" contains "cores".
 */
const MIN_CONTAINED = 3;

/**
 * Returns the known names that are similar to a typed name, the most similar first. Of equally similar names, the name
 * that stands first in `known` comes first. Names are similar if one contains the other, or if few typing errors
 * separate them: a character that is added, left out, replaced or exchanged with its neighbour. A name may have one
 * error for each three characters, but at least one and at most MAX_EDITS errors.
 * @param keyOf returns the form in which names are compared; by default without case and punctuation
 */
export function nearestNames(
  typed: string,
  known: readonly string[],
  { limit = 1, keyOf = plainKey }: { limit?: number; keyOf?: (name: string) => string } = {},
): string[] {
  const key = keyOf(typed);
  const rated = known.map((name) => ({ name, distance: distanceOf(key, keyOf(name)) }));
  return rated
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ name }) => name);
}

const plainKey = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns how much a typed name differs from a known name; Infinity if the two names are not similar. */
function distanceOf(typed: string, known: string): number {
  const most = Math.min(MAX_EDITS, Math.max(1, Math.floor(typed.length / 3)));
  const lengths = [typed.length, known.length];
  const isContained =
    Math.min(...lengths) >= MIN_CONTAINED && (known.includes(typed) || typed.includes(known));
  // Rank a name that contains the typed name, or that the typed name contains, before a name with a typing error:
  // "min_core" means min_cores.
  if (isContained && typed !== known) return 0.5 + Math.abs(typed.length - known.length) / 1000;
  const edits = editsBetween(typed, known, most);
  return edits <= most ? edits : Infinity;
}

/**
 * Returns how many characters must be added, left out, replaced or exchanged with their neighbour to turn one text
 * into another (the optimal string alignment distance).
 * @param most the highest distance that matters: if the distance is higher, any number above `most` may be returned
 */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)];
  let leastOfLast = 0;
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + Number(!isSame),
        isExchanged ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    // Stop if all distances in the last two rows of the table exceed `most`: each later row of the table is computed
    // from the two rows before it, so the final distance would exceed `most`, too.
    const least = Math.min(...row);
    if (least > most && leastOfLast > most) return most + 1;
    [beforeLast, last, leastOfLast] = [last, row, least];
  }
  return last[other.length] ?? 0;
}
