import type { ProductResult } from "./lists/product-results.ts";
import type { RankedBuild } from "./lists/ranking.ts";

/** Returns the public representation of a place in a ranking. */
export function presentRankedBuild({ rank, score, run_id, created_at, build }: RankedBuild, unit: string) {
  const { build_id, name, owner, parts } = build;
  return {
    rank,
    score,
    unit,
    run_id,
    build: { build_id, name, owner, parts },
    created_at: created_at.toISOString(),
  };
}

/** Returns the public representation of how a benchmark and variant turned out on the builds with a product. */
export function presentProductResult({ type, variant, distribution }: ProductResult) {
  const { id, name, unit, higher_is_better } = type;
  const { builds, median, p10, p90, best, histogram } = distribution;
  return {
    benchmark: { id, name, unit, higher_is_better },
    variant,
    builds,
    median,
    p10,
    p90,
    best,
    histogram,
  };
}
