import { benchmarkTypes } from "../../../src/benchmarks/index.ts";
import { newRandomId } from "../../../src/infra/new-id.ts";
import { createProductScores } from "../../../src/products/scores/product-scores.ts";
import type { ScoreVariant } from "../../../src/products/scores/variants-repository.ts";
import type { Medians } from "../../../src/standings/index.ts";
import type { CatalogueService } from "../catalogue-service.ts";

interface Median {
  median: number;
  builds: number;
}

/**
 * Creates the service that writes medians to products, and functions with which a test sets these medians. In
 * production they come from the ranks in Redis.
 */
export function createMeasuredWorld({
  catalogue,
  scoreVariants,
}: Pick<CatalogueService, "catalogue" | "scoreVariants">) {
  const variants = new Map<string, ScoreVariant>();
  const medians = new Map<string, Median>();
  const world = { isReady: true, afterVariants: async () => {}, beforeMedians: async () => {} };
  const ofTest: Medians = {
    variantsOf: async (benchmarkId, limit) => {
      if (!world.isReady) return null;
      const found = [...variants.values()]
        .filter(({ benchmark_id }) => benchmark_id === benchmarkId)
        .toSorted((a, b) => b.builds - a.builds)
        .slice(0, limit);
      await world.afterVariants();
      return found;
    },
    buildsIn: async (ids) => (world.isReady ? ids.map((id) => variants.get(id)?.builds ?? 0) : null),
    withCompared: async (asked) => asked.map((variant) => ({ ...variant, compared: variant.category })),
    mediansWith: async (kind, slug, asked) => {
      await world.beforeMedians();
      if (!world.isReady) return null;
      return asked.map(({ category }) => medians.get(`${category} ${kind}:${slug}`) ?? null);
    },
  };
  const scores = createProductScores({
    catalogue,
    medians: ofTest,
    benchmarkTypes,
    scoreVariants,
    newId: newRandomId,
  });
  return {
    world,
    scores,
    /** Sets how many builds have results in a variant of a benchmark; 0 removes the variant. */
    variant: (category: string, benchmark_id: number, variant: string | null, builds: number) => {
      if (builds === 0) variants.delete(category);
      else variants.set(category, { category, benchmark_id, variant, builds });
    },
    /**
     * Sets the median of the builds with a chip or model and marks the scores of its products as changed; null means
     * too few builds.
     */
    median: async (category: string, kind: string, slug: string, median: Median | null) => {
      if (median) medians.set(`${category} ${kind}:${slug}`, median);
      else medians.delete(`${category} ${kind}:${slug}`);
      await catalogue.markScoresDue(kind, [slug]);
    },
  };
}
