interface Listed {
  benchmark_id: number;
  /** The name of the game or 3DMark test for people; null for a benchmark without variants. */
  title: string | null;
}

/**
 * Returns results in the given order, except that the results of one game or 3DMark test stand together, at the place
 * of the first of them, and are sorted by benchmark id.
 */
export function bySuite<Result extends Listed>(results: readonly Result[]): Result[] {
  const placeOf = (result: Result) =>
    result.title === null
      ? results.indexOf(result)
      : results.findIndex(({ title }) => title === result.title);
  return results.toSorted((a, b) => placeOf(a) - placeOf(b) || a.benchmark_id - b.benchmark_id);
}
