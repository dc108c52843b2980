/**
 * Which products a benchmark compares: `compares` products by the medians of all builds that have them, `measures` also
 * products that it compares only beside the same other part.
 */
export type Judges = "compares" | "measures";

/** Returns the benchmarks by which the products of a kind are compared. */
export function judgingBenchmarks<Type extends Readonly<Record<Judges, readonly string[]>>>(
  benchmarkTypes: readonly Type[],
  kindName: string,
  judges: Judges = "compares",
): Type[] {
  return benchmarkTypes.filter((type) => type[judges].includes(kindName));
}

/**
 * Returns the message for a request that names a benchmark by which the products of a kind are not compared. The
 * message names the benchmarks by which they are.
 */
export function judgingFault(
  judging: readonly { id: number; name: string }[],
  { found, plural }: { found: number; plural: string },
): string {
  const names = judging.map(({ id, name }) => `${id} (${name})`).join(", ");
  return `Expected the id of a benchmark that judges ${plural}, found ${found}. These do: ${names}.`;
}
