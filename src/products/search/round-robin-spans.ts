/** The entries of a list from position `begin` up to, but without, position `end`. */
interface Span {
  begin: number;
  end: number;
}

/**
 * Merges lists in round-robin order: the first entries of all lists, in the order of the lists, then the second
 * entries, and so on. Lists that have ended are skipped. Returns, for each list, the span of its entries that lie in
 * the given span of the merged list.
 * @param lengths of the lists
 */
export function roundRobinSpans(lengths: readonly number[], begin: number, end: number): Span[] {
  const before = roundRobinCounts(lengths, begin);
  const upTo = roundRobinCounts(lengths, end);
  return lengths.map((_length, index) => ({ begin: before[index] ?? 0, end: upTo[index] ?? 0 }));
}

/**
 * Returns how many entries of each list are among the first `count` entries of the lists, merged in round-robin order.
 */
function roundRobinCounts(lengths: readonly number[], count: number): number[] {
  const isWithin = (rounds: number) => sum(lengths.map((length) => Math.min(length, rounds))) <= count;
  // Find, by bisection, the highest number of whole rounds that takes at most `count` entries. A round takes one entry
  // of each list.
  let low = 0;
  let high = Math.max(0, ...lengths);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isWithin(middle)) low = middle;
    else high = middle - 1;
  }
  const taken = lengths.map((length) => Math.min(length, low));
  let left = count - sum(taken);
  // In the last round, fewer entries are wanted than there are lists: only the first lists give an entry.
  return taken.map((own, index) => {
    if (left <= 0 || own >= (lengths[index] ?? 0)) return own;
    left -= 1;
    return own + 1;
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
