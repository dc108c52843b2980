/**
 * Returns the benchmarks by which the products of a kind are compared: the benchmarks whose scores depend on a part
 * of this kind.
 */
export function judgingBenchmarks<Type extends { measures: readonly string[] }>(
  benchmarkTypes: readonly Type[],
  kindName: string,
): Type[] {
  return benchmarkTypes.filter(({ measures }) => measures.includes(kindName));
}

/**
 * Returns the message for a request that names a benchmark whose scores do not depend on the products of a kind. The
 * message names the benchmarks by which these products are compared.
 */
export function judgingFault(
  judging: readonly { id: number; name: string }[],
  { found, plural }: { found: number; plural: string },
): string {
  const names = judging.map(({ id, name }) => `${id} (${name})`).join(", ");
  return `Expected the id of a benchmark by which ${plural} are compared, found ${found}. These benchmarks are: ${names}.`;
}
