import type { ProductRecord } from "../../products/index.ts";
import type { ProductResultAnswer } from "../../standings/index.ts";

/**
 * Returns a product with the current medians of its measured results in place of the stored medians, which may be a
 * little older, so that a page shows one median and one number of builds. Scores of games stay, because their results
 * may be of other settings.
 */
export function withCurrentScores(
  product: ProductRecord,
  results: readonly ProductResultAnswer[],
): ProductRecord {
  const currentOf = ({ benchmark_id, variant }: Score) =>
    results.find(
      (result) =>
        result.benchmark_id === benchmark_id &&
        result.variant === variant &&
        result.resolution === undefined &&
        result.settings_mixed === undefined,
    );
  const scores = product.scores.map((score): Score => {
    const { median = null, builds = 0 } = currentOf(score) ?? {};
    return median === null ? score : { ...score, median, builds };
  });
  return { ...product, scores };
}

type Score = ProductRecord["scores"][number];

/** Returns the score of a product in a benchmark and variant. */
export function scoreIn(
  { scores }: Pick<ProductRecord, "scores">,
  comparedBy: { benchmark: { id: number }; variant: string | null } | null,
): Score | undefined {
  return scores.find(
    ({ benchmark_id, variant }) =>
      benchmark_id === comparedBy?.benchmark.id && variant === comparedBy.variant,
  );
}

/** How many USD the value of a product is shown for: the score per single USD has too few digits to compare. */
const VALUE_USD = 100;

/**
 * Returns the value of a product as pages show it: its score per 100 USD; null if the score is unknown, or the price is
 * unknown or old.
 */
export function valueOf({ price, value }: ProductRecord, score: Score | undefined): number | null {
  return value === null || price === null || !score ? null : (VALUE_USD * score.median) / price;
}
