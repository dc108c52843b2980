import { isDeepStrictEqual } from "node:util";
import type { BenchmarkType } from "../../benchmarks/index.ts";
import type { NewId } from "../../infra/new-id.ts";
import type { Sweep } from "../../infra/sweep.ts";
import type { Medians } from "../../standings/index.ts";
import type { Catalogue, EndedScoresCheck } from "../catalogue/catalogue.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";
import { judgingBenchmarks } from "../../kinds/judging-benchmarks.ts";
import type { StoredScore } from "./product-score.ts";
import { refreshVariants } from "./score-variants.ts";
import type { ScoreVariant, ScoreVariants } from "./variants-repository.ts";

/**
 * A new median is stored with the products of a chip or model if it differs from the stored median by at least this
 * share.
 */
const MEDIAN_TOLERANCE = 0.001;
/**
 * A new median is also stored if the number of its builds has grown or shrunk by this factor, even if the median is
 * similar, because the number of builds tells how reliable the median is.
 */
const BUILDS_FACTOR = 1.1;
const PRODUCTS_A_BATCH = 200;

/** The service that updates the stored scores of products after changes in the ranks of results. */
export type ProductScores = ReturnType<typeof createProductScores>;

/** Creates the service that compares the stored scores of products with the ranks of results. */
export function createProductScores(deps: ProductScoresDeps) {
  const check = (signal?: AbortSignal) => checkDue(deps, signal);
  return {
    /**
     * Compares the stored scores of all products that are marked for a check with the ranks of results in Redis, and
     * stores the scores that differ. While the ranks are unavailable, the function compares nothing, and the products
     * stay marked.
     * @returns how many products were compared
     */
    check,

    /** Compares the scores of products whose check was lost, and updates the list of variants from the ranks. */
    sweep: { name: "scores of products", run: check } satisfies Sweep,
  };
}

interface ProductScoresDeps {
  catalogue: Pick<
    Catalogue,
    "markAllScoresDue" | "claimScoresDue" | "endScoresChecks" | "findScoresOfCompared"
  >;
  medians: Medians;
  benchmarkTypes: readonly Pick<BenchmarkType, "id" | "measures">[];
  scoreVariants: ScoreVariants;
  newId: NewId;
}

/**
 * Compares the stored scores of each product that is marked for a check with the medians of the ranked results, once. A
 * product that is marked again during the check waits for the next check.
 */
async function checkDue(deps: ProductScoresDeps, signal?: AbortSignal): Promise<number> {
  const { catalogue, newId } = deps;
  const checkId = newId();
  let count = 0;
  let afterId = "";
  let restarts = 0;
  for (;;) {
    if (signal?.aborted) return count;
    const due = await catalogue.claimScoresDue(checkId, { afterId, limit: PRODUCTS_A_BATCH });
    const last = due.at(-1);
    if (!last && count > 0) return count;
    // Read the variants of benchmarks after products are claimed, because the result that marked a product for a check
    // may also have added a variant.
    const refreshed = await refreshVariants(deps);
    if (refreshed === null) return count;
    const { variants, isAllDue } = refreshed;
    // If the list of variants has changed, all products were marked again, so begin again. Do so only once, because
    // each new result may change the settings by which results of a game are compared, and then all products are marked
    // once more. Products that stay marked wait for the next check.
    if (isAllDue && restarts === 0) {
      restarts += 1;
      afterId = "";
      continue;
    }
    const ended = await compareAll(deps, due, variants);
    if (ended === null) return count;
    await catalogue.endScoresChecks(checkId, ended);
    if (!last) return count;
    count += due.length;
    afterId = last._id;
  }
}

/**
 * Compares the scores of claimed products with the ranks of results.
 * @returns each product with the scores to store, or with null if its scores are equal. Returns null instead of the
 * list if Redis has lost the ranks; the products then stay marked
 */
async function compareAll(
  deps: ProductScoresDeps,
  due: readonly ProductDocument[],
  variants: readonly ScoreVariant[],
): Promise<EndedScoresCheck[] | null> {
  const ended: EndedScoresCheck[] = [];
  const scoresOf = createScoresOf(deps, variants);
  for (const product of due) {
    const scores = await scoresOf(product);
    if (scores === null) return null;
    ended.push({ product, scores: isDeepStrictEqual(product.scores ?? [], scores) ? null : scores });
  }
  return ended;
}

/**
 * Creates the function that returns the scores of the products of one batch; null while Redis has lost the ranks. The
 * scores of a product are the medians of its chip or model in the benchmarks whose scores depend on products of its
 * kind; the median from the most builds comes first. The medians of each chip or model are read once, after all
 * products of the batch were claimed. If another product of the chip or model has similar stored scores, the function
 * returns these stored scores, so that all products of a chip or model have the same scores.
 */
function createScoresOf(
  { catalogue, medians, benchmarkTypes }: Pick<ProductScoresDeps, "catalogue" | "medians" | "benchmarkTypes">,
  variants: readonly ScoreVariant[],
) {
  const known = new Map<string, Promise<StoredScore[] | null>>();
  const read = async (kind: string, slug: string): Promise<StoredScore[] | null> => {
    const judging = new Set(judgingBenchmarks(benchmarkTypes, kind).map(({ id }) => id));
    const asked = variants.filter(({ benchmark_id }) => judging.has(benchmark_id));
    if (asked.length === 0) return [];
    const found = await medians.mediansWith(kind, slug, asked);
    if (found === null) return null;
    const scores = asked.flatMap(
      ({ category, benchmark_id, variant, settings_mixed }, index): StoredScore[] => {
        const score = found[index];
        return score
          ? [{ category, benchmark_id, variant, ...score, ...(settings_mixed && { settings_mixed }) }]
          : [];
      },
    );
    const stored = await catalogue.findScoresOfCompared(kind, slug);
    if (!differs(stored, scores)) return [...stored];
    return scores.toSorted((a, b) => b.builds - a.builds || a.benchmark_id - b.benchmark_id);
  };
  return async ({ kind, compared_as }: Pick<ProductDocument, "kind" | "compared_as">) => {
    if (compared_as === undefined) return [];
    const name = `${kind}:${compared_as}`;
    const scores = known.get(name) ?? read(kind, compared_as);
    known.set(name, scores);
    return scores;
  };
}

/**
 * Whether a chip or model gained or lost its score in a variant of a benchmark, or a score differs enough to be
 * written.
 */
export function differs(stored: readonly StoredScore[], present: readonly StoredScore[]): boolean {
  if (stored.length !== present.length) return true;
  const before = new Map(stored.map((score) => [score.category, score]));
  return present.some(({ category, median, builds, settings_mixed }) => {
    const known = before.get(category);
    if (!known || known.settings_mixed !== settings_mixed) return true;
    const isOtherMedian = Math.abs(median - known.median) >= Math.abs(known.median) * MEDIAN_TOLERANCE;
    const isOtherSize = builds >= known.builds * BUILDS_FACTOR || builds * BUILDS_FACTOR <= known.builds;
    return (median !== known.median && isOtherMedian) || isOtherSize;
  });
}
