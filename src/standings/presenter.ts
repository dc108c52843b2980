import { summariseBenchmark } from "../answers/benchmark-summary.ts";
import type { RankedType } from "./lists/ports.ts";
import type { ProductResult } from "./lists/product-results.ts";
import type { RankedBuild } from "./lists/ranking.ts";

/** Returns the public representation of the benchmark of all entries of a list. */
export function presentBenchmark(type: RankedType) {
  return { benchmark_id: type.id, benchmark: summariseBenchmark(type) };
}

/** Returns the public representation of a place in a ranking. */
export function presentRankedBuild({ rank, score, run_id, created_at, build }: RankedBuild, unit: string) {
  return { rank, score, unit, run_id, build, created_at: created_at.toISOString() };
}

/** Returns the public representation of how a benchmark and variant turned out on the builds with a product. */
export function presentProductResult({ type, variant, distribution }: ProductResult) {
  const { builds, median, p10, p90, best, histogram } = distribution;
  return {
    ...presentBenchmark(type),
    higher_is_better: type.higher_is_better,
    variant,
    builds,
    median,
    p10,
    p90,
    best,
    histogram,
  };
}
