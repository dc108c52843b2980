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

/**
 * A median is written to its product where it differs from the stored median by at least this share of the stored
 * median.
 */
const MEDIAN_TOLERANCE = 0.005;
/**
 * A median is also written where its number of builds has grown or shrunk by this factor, because the number tells how
 * reliable the median is.
 */
const BUILDS_FACTOR = 2;
const PRODUCTS_A_BATCH = 50;

/** Keeps the scores of products in line with the ranks of results. */
export type ProductScores = ReturnType<typeof createProductScores>;

/** Creates the check of product scores. */
export function createProductScores(deps: ProductScoresDeps) {
  const check = (signal?: AbortSignal) => checkDue(deps, signal);
  return {
    /**
     * Compares the scores of all products that are marked as changed with the ranks, and stores the scores that differ.
     * Does nothing while the ranks are unavailable: the marks stay.
     * @returns how many products were compared
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

/** Compares each marked product once. A product that is marked again during the check waits for the next check. */
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
      // Redis has lost the ranks during the check: the remaining products stay marked.
      if (scores === null) return count;
      ended.push({ product, scores: differs(product.scores ?? [], scores) ? scores : null });
    }
    await catalogue.endScoresChecks(checkId, ended);
    count += due.length;
    afterId = last._id;
  }
}

/**
 * Returns the current scores of a product, the score from the most builds first; null while the ranks are unavailable.
 */
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

/** Whether a product gained or lost its score in a variant, or a score differs enough to be written. */
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
