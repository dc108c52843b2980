import { isDeepStrictEqual } from "node:util";
import type { Settings } from "meilisearch";
import type { ProductKind } from "../../kinds/kinds.ts";
import { fitAttributes } from "../fit/fit-attributes.ts";
import { MEASURED_BUILDS, SCORES, scoreAttributes } from "../scores/product-score.ts";
import { NAME_KEYS } from "./name-keys.ts";
import { COMPARED_AS, GENERATION, keysAttribute, VARIANT } from "./search-document.ts";

const MAX_TOTAL_HITS = 10_000_000;
/**
 * The maximum number of values that Meilisearch returns of a facet. Every kind of product has fewer models, so the
 * search for the nearest model sees all models.
 */
const MAX_FACET_VALUES = 20_000;

/** The attribute of the search index by which the nearest models are found. */
export const MODEL_NAME = "model_name";

/** Returns the settings of a kind's search index. docs/search.md says what each setting is for. */
export function searchSettings({ filters, sorts, record }: ProductKind): Settings {
  const texts = Object.values(filters.textLists);
  const { numberLists, ranges, flags, switches } = filters;
  const plain = [numberLists, ranges, flags, switches].flatMap((group) => Object.values(group));
  return {
    // Facets show the texts of a field themselves; filters compare the keys of the texts, which ignore spelling.
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
    // Leave out attributes that only filters and sorts need, because Meilisearch reads all displayed attributes of each
    // product on a page.
    displayedAttributes: shownAttributes({ record }),
    searchableAttributes: ["codes", "words"],
    // Put Meilisearch's ranking rule `sort` first: otherwise Meilisearch would sort the results of a text query only
    // among equally good matches.
    rankingRules: [
      "sort",
      "words",
      "typo",
      "exactness",
      "proximity",
      `${VARIANT}:asc`,
      `${MEASURED_BUILDS}:desc`,
      "precedence:desc",
      "id:asc",
    ],
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
 * Returns the attributes that Meilisearch returns of a product: the attributes that a page shows, and those that tell
 * how well the product matches a query.
 */
export function shownAttributes({ record }: Pick<ProductKind, "record">): string[] {
  return sorted([...Object.values(record), SCORES, "codes", MODEL_NAME]);
}

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();

/** Settings of Meilisearch whose order has no meaning: Meilisearch may return them in another order. */
const unordered: ReadonlySet<string> = new Set([
  "filterableAttributes",
  "sortableAttributes",
  "displayedAttributes",
]);

/** Returns whether a search index has all wanted settings. Other settings of the index may have any value. */
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
