/** The median score, in one benchmark and variant, of the builds that have a product. */
interface ProductScore {
  benchmark_id: number;
  /** The variant of the benchmark: the 3DMark test or the game; null for scores that were typed in. */
  variant: string | null;
  /** The median score of the builds with the product, in the unit of the benchmark. */
  median: number;
  /** The number of measured builds from whose scores the median was computed. */
  builds: number;
  /** True if the median comes from builds that were measured with different settings of a game; else absent. */
  settings_mixed?: true;
}

/** A median score as the database stores it with its product. */
export interface StoredScore extends ProductScore {
  /**
   * The id of the benchmark and variant in the ranks; a part of the names of the score attributes in the search
   * index.
   */
  category: string;
}

/**
 * The attribute of the search index with all scores of a product as one JSON text: Meilisearch reads one text faster
 * than many fields.
 */
export const SCORES = "scores";

/**
 * The attribute of the search index with the number of builds in the product's most measured benchmark and variant; 0
 * for a product without results.
 */
export const MEASURED_BUILDS = "measured_builds";

const MEDIANS = "median_of";
const VALUES = "value_of";

/**
 * The score attributes of the search index by which Meilisearch sorts and filters. The value of each attribute is an
 * object with a number for each category (benchmark and variant). A setting for an object covers all its fields, so a
 * new category does not change the settings.
 */
export const scoreAttributes = { sorted: [MEDIANS, VALUES, MEASURED_BUILDS], filtered: [MEDIANS] } as const;

/** The name that stands for the category of a benchmark without results. No product has a score under this name. */
const NOTHING = "nothing";

/**
 * Returns the name of the search attribute with the median scores of a category (a benchmark and variant); null
 * stands for a benchmark without results.
 */
export function medianAttribute(category: string | null): string {
  return `${MEDIANS}.${category ?? NOTHING}`;
}

/**
 * Returns the name of the search attribute with the median scores per USD of a category (a benchmark and variant).
 */
export function valueAttribute(category: string | null): string {
  return `${VALUES}.${category ?? NOTHING}`;
}

/** Returns a median score per USD. @param price the current price; null if the price is unknown or old */
export function valuePerUsd(median: number, price: number | null): number | null {
  return price !== null && price > 0 ? median / price : null;
}

/**
 * Returns the score attributes of a product in the search index. A product without a current price has no score per
 * USD, and comes last if products are sorted by score per USD.
 */
export function scoreAttributesOf(scores: readonly StoredScore[], price: number | null) {
  const valued = scores.flatMap(({ category, median }) => {
    const value = valuePerUsd(median, price);
    return value === null ? [] : [[category, value] as const];
  });
  return {
    [SCORES]: JSON.stringify(scores),
    [MEASURED_BUILDS]: Math.max(0, ...scores.map(({ builds }) => builds)),
    [MEDIANS]: Object.fromEntries(scores.map(({ category, median }) => [category, median])),
    [VALUES]: Object.fromEntries(valued),
  };
}
