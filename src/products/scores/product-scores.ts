import type { BenchmarkType } from "../../benchmarks/index.ts";
import type { NewId } from "../../infra/new-id.ts";
import type { Sweep } from "../../infra/sweep.ts";
import type { Medians } from "../../standings/index.ts";
import type { Catalogue, EndedScoresCheck } from "../catalogue/catalogue.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";
import { productKinds } from "../../kinds/kinds.ts";
import type { StoredScore } from "./product-score.ts";
import { refreshVariants } from "./score-variants.ts";
import type { ScoreVariant, ScoreVariants } from "./variants-repository.ts";

/** A median is written to its product where it differs from the stored one by this share of it. */
const MEDIAN_TOLERANCE = 0.005;
/** Also a number of builds that has grown or shrunk so many times, because what a median is worth depends on it. */
const BUILDS_FACTOR = 2;
const PRODUCTS_A_BATCH = 50;

/** Keeps the scores of products in line with the ranks of results. */
export type ProductScores = ReturnType<typeof createProductScores>;

/** Creates the service. */
export function createProductScores(deps: ProductScoresDeps) {
  const check = (signal?: AbortSignal) => checkDue(deps, signal);
  return {
    /**
     * Compares the scores of all noted products with the ranks, and stores those that differ. Does nothing while the ranks are
     * unavailable: the notes stay.
     * @returns how many products it compared
     */
    check,

    /** Compares the scores of products whose check was lost, and keeps the list of variants in line with the ranks. */
    sweep: { name: "scores of products", run: check } satisfies Sweep,
  };
}

interface ProductScoresDeps {
  catalogue: Pick<Catalogue, "markAllScoresDue" | "claimScoresDue" | "endScoresChecks">;
  medians: Medians;
  benchmarkTypes: readonly Pick<BenchmarkType, "id">[];
  scoreVariants: ScoreVariants;
  newId: NewId;
}

/** Compares each noted product once: one that is noted again meanwhile waits for the next check. */
async function checkDue(deps: ProductScoresDeps, signal?: AbortSignal): Promise<number> {
  const { catalogue, newId } = deps;
  const variants = await refreshVariants({
    ...deps,
    markAllDue: async () => {
      for (const { name } of productKinds) await catalogue.markAllScoresDue(name);
    },
  });
  if (variants === null) return 0;
  const checkId = newId();
  let count = 0;
  let afterId = "";
  for (;;) {
    if (signal?.aborted) return count;
    const due = await catalogue.claimScoresDue(checkId, { afterId, limit: PRODUCTS_A_BATCH });
    const last = due.at(-1);
    if (!last) return count;
    const ended: EndedScoresCheck[] = [];
    for (const product of due) {
      const scores = await scoresOf(deps.medians, product, variants);
      // The ranks were lost meanwhile: the products that are left stay noted.
      if (scores === null) return count;
      ended.push({ product, scores: differs(product.scores ?? [], scores) ? scores : null });
    }
    await catalogue.endScoresChecks(checkId, ended);
    count += due.length;
    afterId = last._id;
  }
}

/** Returns the present scores of a product, those of the most builds first; null while the ranks are unavailable. */
async function scoresOf(
  medians: Medians,
  { kind, id }: Pick<ProductDocument, "kind" | "id">,
  variants: readonly ScoreVariant[],
): Promise<StoredScore[] | null> {
  if (variants.length === 0) return [];
  const found = await medians.mediansWith(kind, id, variants);
  if (found === null) return null;
  const scores = variants.flatMap(({ category, benchmark_id, variant }, index): StoredScore[] => {
    const score = found[index];
    return score ? [{ category, benchmark_id, variant, ...score }] : [];
  });
  return scores.toSorted((a, b) => b.builds - a.builds || a.benchmark_id - b.benchmark_id);
}

/** Whether a product became measured or unmeasured in a variant, or a figure of one differs enough to be written. */
export function differs(stored: readonly StoredScore[], present: readonly StoredScore[]): boolean {
  if (stored.length !== present.length) return true;
  const before = new Map(stored.map((score) => [score.category, score]));
  return present.some(({ category, median, builds }) => {
    const known = before.get(category);
    if (!known) return true;
    const isOtherMedian = Math.abs(median - known.median) >= Math.abs(known.median) * MEDIAN_TOLERANCE;
    const isOtherSize = builds >= known.builds * BUILDS_FACTOR || builds * BUILDS_FACTOR <= known.builds;
    return (median !== known.median && isOtherMedian) || isOtherSize;
  });
}
