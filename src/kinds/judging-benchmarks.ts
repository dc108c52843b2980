/** Returns the benchmarks that judge the products of a kind, which are the benchmarks whose scores the kind decides. */
export function judgingBenchmarks<Type extends { measures: readonly string[] }>(
  benchmarkTypes: readonly Type[],
  kindName: string,
): Type[] {
  return benchmarkTypes.filter(({ measures }) => measures.includes(kindName));
}

/**
 * Returns the fault of a request that names a benchmark which does not judge the products of a kind; the fault names
 * the benchmarks that judge products of the kind.
 */
export function judgingFault(
  judging: readonly { id: number; name: string }[],
  { found, plural }: { found: number; plural: string },
): string {
  const names = judging.map(({ id, name }) => `${id} (${name})`).join(", ");
  return `Expected the id of a benchmark that judges ${plural}, found ${found}. These do: ${names}.`;
}
