import type { Meilisearch } from "meilisearch";
import type { Config } from "../../config.ts";
import { StoreUnavailableError } from "../../errors.ts";
import { findNamedParts, type NamedPartsDeps } from "../fit/named-parts.ts";
import { parseNumber } from "../indexing/model-name.ts";
import { readingsOf, type NormalisedQuery } from "../indexing/normalise.ts";
import type { SearchDocument } from "../indexing/search-document.ts";
import { searchEngineCode, searchIndexUid } from "../indexing/search-index.ts";
import type { ProductKind } from "../kinds/kind.ts";
import type { ProductSearchRequest } from "../schemas.ts";
import { productFilters } from "./filters.ts";
import { fitFilters } from "./fit-filters.ts";
import { fittingTexts } from "./fitting-words.ts";
import { createLostIndexes, type LostIndexesDeps } from "./lost-indexes.ts";
import { findNearest } from "./nearest-models.ts";
import { findPage, NO_TEXT, type FoundPage, type ProductPage, type SearchScope } from "./search-plan.ts";

/** Finds products in the search indexes. */
export type ProductSearch = ReturnType<typeof createProductSearch>;

interface ProductSearchDeps extends LostIndexesDeps, NamedPartsDeps {
  client: Meilisearch;
  config: Pick<Config, "MEILI_INDEX_PREFIX">;
}

/** Creates the search. */
export function createProductSearch({ client, config, ...deps }: ProductSearchDeps) {
  const lostIndexes = createLostIndexes(deps);
  return {
    /**
     * Finds the products of a kind that match a request. Where no product has the model number that was typed, it returns
     * the products with the nearest names instead, marked as `approximate`.
     * @throws InvalidInputError where the request names a part or a build that there is not; StoreUnavailableError where the kind has
     * no index, and then asks the workers for it; or the client's error where Meilisearch is unavailable
     */
    find: async (kind: ProductKind, request: ProductSearchRequest): Promise<ProductPage> => {
      const indexUid = searchIndexUid(config.MEILI_INDEX_PREFIX, kind.name);
      const parts = await findNamedParts(deps, request);
      const fit = parts && fitFilters(kind, parts);
      const filters = [...productFilters(kind, request), ...(fit?.filters ?? [])];
      const scope: SearchScope = { client, indexUid, kind, request, filters, fit };
      const readings = readingsOf(request.query ?? "").filter(({ words }) => words.length > 0);
      try {
        return readings.length === 0
          ? (await findPage(scope, NO_TEXT)).page
          : await findText(scope, readings);
      } catch (error) {
        const code = searchEngineCode(error);
        if (code === "index_not_found") {
          lostIndexes.restore();
          throw new StoreUnavailableError("The search index", error);
        }
        throw error;
      }
    },
  };
}

/**
 * Finds a text in up to three steps, each of which is taken only where the one before has not found what was typed: the products with
 * all typed words; those with the typed model number and the other words that fit it; those of the nearest models.
 */
async function findText(scope: SearchScope, readings: readonly NormalisedQuery[]): Promise<ProductPage> {
  const { query, found } = await firstFound(scope, readings);
  if (found.page.total > 0 && hasWholeNumber(query, found.best)) return found.page;
  for (const text of await fittingTexts(scope, query)) {
    const isAlreadyFound = text.matchingStrategy === "all" && found.page.total > 0;
    const fit = isAlreadyFound ? found : await findPage(scope, text);
    if (fit.page.total === 0) continue;
    if (hasTypedModel(query, fit.best)) return fit.page;
    break;
  }
  if (query.modelNumbers.length === 0) return found.page;
  return (await findNearest(scope, query)) ?? found.page;
}

/** Returns the first reading of a query of which products have all words; where there is none, the likeliest reading. */
async function firstFound(scope: SearchScope, readings: readonly NormalisedQuery[]) {
  const tried: { query: NormalisedQuery; found: FoundPage }[] = [];
  for (const query of readings) {
    const found = await findPage(scope, { q: query.words.join(" "), matchingStrategy: "all" });
    if (found.page.total > 0) return { query, found };
    tried.push({ query, found });
  }
  const [likeliest] = tried;
  if (!likeliest) throw new Error("Expected at least one reading of a query");
  return likeliest;
}

/** Whether the best match has the whole last word, where this is a model number: it may be only the beginning of the found one. */
function hasWholeNumber({ words, modelNumbers }: NormalisedQuery, best: SearchDocument | undefined): boolean {
  const last = words.at(-1);
  return last === undefined || !modelNumbers.includes(last) || codesOf(best).includes(last);
}

/** A model number with an ending, such as 7800x. */
const WITH_ENDING = /^[a-z]?\d{3,5}[a-z]{1,2}$/;

/** Whether the best match has one of the typed model numbers. The last word may be incomplete, while somebody types. */
function hasTypedModel({ words, modelNumbers }: NormalisedQuery, best: SearchDocument | undefined): boolean {
  if (modelNumbers.length === 0) return true;
  const codes = codesOf(best);
  // A digit after an ending makes another ending: 7800X is no beginning of 7800X3D.
  const begins = (typed: string, code: string) =>
    code.startsWith(typed) &&
    isModelNumber(code) === isModelNumber(typed) &&
    !(WITH_ENDING.test(typed) && /^\d/.test(code.slice(typed.length)));
  return modelNumbers.some((typed) =>
    codes.some((code) => code === typed || (typed === words.at(-1) && begins(typed, code))),
  );
}

/** Part numbers may begin with the number of a model, but mean another product. */
const isModelNumber = (code: string) => parseNumber(code) !== undefined;

const codesOf = (document: SearchDocument | undefined) => String(document?.["codes"] ?? "").split(" ");
