import { summariseBenchmark } from "../answers/benchmark-summary.ts";
import type { BenchmarkType } from "../benchmarks/index.ts";
import type { ProductResult } from "./lists/product-results.ts";
import type { RankedBuild } from "./lists/ranking.ts";
import type { AskedCategory } from "./lists/require-category.ts";
import { mixedField } from "./medians/compared-category.ts";

/** Returns the public representation of a benchmark, for a list whose entries all belong to this benchmark. */
export function presentBenchmark(type: BenchmarkType) {
  return { benchmark_id: type.id, benchmark: summariseBenchmark(type) };
}

/** A page of a ranking, in its public representation. */
export type RankingAnswer = ReturnType<typeof presentRanking>;

/** The results of builds with a product in one benchmark and variant, in their public representation. */
export type ProductResultAnswer = ReturnType<typeof presentProductResult>;

/**
 * Returns the public representation of a page of a ranking.
 * @param asked which entries of the ranking the request asks for
 */
export function presentRanking(
  { type, results, total }: { type: BenchmarkType; results: readonly RankedBuild[]; total: number },
  { variant, resolution, preset }: AskedCategory,
) {
  return {
    ...presentBenchmark(type),
    variant: variant ?? null,
    ...mixedField(type.is_of_games && (resolution === undefined || preset === undefined)),
    results: results.map((result) => presentRankedBuild(result, type.unit)),
    total,
  };
}

function presentRankedBuild({ created_at, settings, ...result }: RankedBuild, unit: string) {
  return { ...result, unit, ...settings, created_at: created_at.toISOString() };
}

/** Returns the public representation of the results of builds with a product in one benchmark and variant. */
export function presentProductResult({ type, variant, settings, isMixed, distribution }: ProductResult) {
  const { builds, median, p10, p90, best, histogram } = distribution;
  return {
    ...presentBenchmark(type),
    higher_is_better: type.higher_is_better,
    variant,
    ...settings,
    ...mixedField(isMixed),
    builds,
    median,
    p10,
    p90,
    best,
    histogram,
  };
}
