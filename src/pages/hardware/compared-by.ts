import { summariseBenchmark, type BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import type { ScoredBy } from "../../products/index.ts";
import type { HardwarePagesDeps } from "./hardware-pages-deps.ts";

/** Benchmark and variant by whose results products are compared. */
export interface ComparedBy {
  benchmark: BenchmarkSummary;
  /** The variant: the game or the test; null for a benchmark with typed-in scores, which has no variants. */
  variant: string | null;
  /** The displayed name of the game or test; null for a benchmark without variants. */
  title: string | null;
  /** Present if the compared results of a game have different settings. */
  settings_mixed?: true;
}

/** Returns the benchmark and variant by which products are compared, with their names; null if there are none. */
export async function nameResults(
  { benchmarkTypes, rankings }: Pick<HardwarePagesDeps, "benchmarkTypes" | "rankings">,
  found: Omit<ScoredBy, "category"> | null,
): Promise<ComparedBy | null> {
  const benchmark = benchmarkTypes.find(({ id }) => id === found?.benchmark_id);
  if (!benchmark || !found) return null;
  const { variant, settings_mixed } = found;
  const [{ title } = { title: null }] = await rankings.withTitles([found]);
  return {
    benchmark: summariseBenchmark(benchmark),
    variant,
    title,
    ...(settings_mixed && { settings_mixed }),
  };
}
