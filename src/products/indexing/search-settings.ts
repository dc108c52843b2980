import { isDeepStrictEqual } from "node:util";
import type { Settings } from "meilisearch";
import type { ProductKind } from "../../kinds/kinds.ts";
import { fitAttributes } from "../fit/fit-attributes.ts";
import { SCORES, scoreAttributes } from "../scores/product-score.ts";
import { NAME_KEYS } from "./name-keys.ts";
import { COMPARED_AS, GENERATION, keysAttribute } from "./search-document.ts";

const MAX_TOTAL_HITS = 10_000_000;
/**
 * The maximum number of values that Meilisearch returns of a facet. No kind has as many models, so the nearest models
 * are chosen from all models.
 */
const MAX_FACET_VALUES = 20_000;

/** The attribute by which the nearest models are found. */
export const MODEL_NAME = "model_name";

/** Returns the settings of a kind's search index. docs/search.md says what each setting is for. */
export function searchSettings({ filters, sorts, record }: ProductKind): Settings {
  const texts = Object.values(filters.textLists);
  const { numberLists, ranges, flags, switches } = filters;
  const plain = [numberLists, ranges, flags, switches].flatMap((group) => Object.values(group));
  return {
    // Facets show the texts themselves; filters compare their keys.
    filterableAttributes: sorted([
      ...texts,
      ...texts.map(keysAttribute),
      ...plain,
      ...fitAttributes,
      ...scoreAttributes.filtered,
      MODEL_NAME,
      NAME_KEYS,
      COMPARED_AS,
      "id",
    ]),
    sortableAttributes: sorted([
      ...Object.values(sorts),
      ...scoreAttributes.sorted,
      GENERATION,
      "make",
      "model",
      "id",
    ]),
    // Meilisearch reads all displayed attributes of each product on a page, so attributes for filters and sorts only
    // are left out.
    displayedAttributes: shownAttributes({ record }),
    searchableAttributes: ["codes", "words"],
    // `sort` comes first, or a text query would only be sorted among equally good matches.
    rankingRules: ["sort", "words", "typo", "exactness", "proximity", "precedence:desc", "id:asc"],
    typoTolerance: {
      disableOnAttributes: ["codes"],
      minWordSizeForTypos: { oneTypo: 4, twoTypos: 7 },
    },
    pagination: { maxTotalHits: MAX_TOTAL_HITS },
    faceting: { maxValuesPerFacet: MAX_FACET_VALUES, sortFacetValuesBy: { "*": "count" } },
    facetSearch: false,
  };
}

/**
 * Returns the attributes that Meilisearch returns of a product: those that a page shows, and those that tell how well
 * the product matches.
 */
export function shownAttributes({ record }: Pick<ProductKind, "record">): string[] {
  return sorted([...Object.values(record), SCORES, "codes", MODEL_NAME]);
}

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();

/** Settings whose order has no meaning: Meilisearch may return them in another order. */
const unordered: ReadonlySet<string> = new Set([
  "filterableAttributes",
  "sortableAttributes",
  "displayedAttributes",
]);

/** Returns whether an index has all wanted settings. Other settings of the index may have any value. */
export function hasSettings(actual: Settings, wanted: Settings): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const found = actual[name as keyof Settings];
    if (unordered.has(name)) return isDeepStrictEqual(sorted((found as string[] | null) ?? []), value);
    return covers(found, value);
  });
}

function covers(actual: unknown, wanted: unknown): boolean {
  if (!isObject(wanted) || !isObject(actual)) return isDeepStrictEqual(actual, wanted);
  return Object.entries(wanted).every(([name, value]) => covers(actual[name], value));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
