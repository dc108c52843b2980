import { benchmarkTypeOf } from "./benchmark-types.ts";

interface Named {
  benchmark_id: number;
  /** The name of the benchmark of the result. */
  name: string;
  /** The displayed name of the game or test; null for a benchmark without variants. */
  title: string | null;
}

/**
 * Returns the short name of a result, such as "Cyberpunk 2077", "Time Spy graphics test 1" or "Cinebench R23
 * multi-core". The name contains the number of the graphics test, because "Time Spy" alone means the score of the whole
 * test, and "multi-core", because Cinebench has another score for one core.
 */
export function headlineOf({ benchmark_id, name, title }: Named): string {
  const type = benchmarkTypeOf(benchmark_id);
  if (type.kind === "score") return `${name} ${type.which_score}`;
  const graphicsTest = graphicsTestOf(benchmark_id);
  if (title === null || graphicsTest === undefined) return title ?? name;
  return `${title} graphics test ${graphicsTest}`;
}

/** Returns the number of the 3DMark graphics test that a benchmark measures; undefined for other benchmarks. */
export function graphicsTestOf(benchmarkId: number): number | undefined {
  const type = benchmarkTypeOf(benchmarkId);
  return type.kind === "file" ? type.graphics_test : undefined;
}
