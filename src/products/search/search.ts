import type { Meilisearch } from "meilisearch";
import type { Config } from "../../config.ts";
import type { Fault } from "../../errors.ts";
import { allWithoutFaults, faultsOf } from "../../validation/faults-of-work.ts";
import { findNamedParts, type NamedPart, type NamedPartsDeps } from "../fit/named-parts.ts";
import { parseNumber } from "../indexing/model-name.ts";
import { comparedIn } from "../indexing/compared-in.ts";
import { readingsOf, type NormalisedQuery } from "../indexing/normalise.ts";
import { codesOf, type SearchDocument } from "../indexing/search-document.ts";
import { searchIndexUid } from "../indexing/search-index.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { oldPricesBefore, type PriceAgeDeps } from "../price-age.ts";
import { contradictions } from "../request-rules.ts";
import type { ProductSearchRequest, ValidFields } from "../schemas.ts";
import type { ScoredByLookup } from "../scores/scored-by.ts";
import { askTogether } from "./ask-together.ts";
import { findCompared } from "./compared-models.ts";
import { productFilters } from "./filters.ts";
import { fitFilters } from "./fit-filters.ts";
import { minScoreFilter } from "./measured-order.ts";
import { fittingTexts, isNamed } from "./fitting-words.ts";
import { createIndexRevisions } from "./index-revisions.ts";
import { lackingWords, type TypedMatch } from "./lacking-words.ts";
import { createLostIndexes, type LostIndexesDeps } from "./lost-indexes.ts";
import { findNearest, nearestModels } from "./nearest-models.ts";
import { isOtherProduct } from "./other-product.ts";
import { findNamed, putNamedFirst, textOf } from "./own-name.ts";
import { createFindScorePlace } from "./score-place.ts";
import { findPage, NO_TEXT, type FoundPage, type ProductPage, type SearchScope } from "./search-plan.ts";
import { createSharedSearches } from "./shared-searches.ts";
import { withUnknownValues } from "./unknown-values.ts";
import { findUnderstood } from "./understand/find-understood.ts";
import { understandQuery } from "./understand/understand-query.ts";

/** The service that finds products in the search indexes of all kinds. */
export type ProductSearch = ReturnType<typeof createProductSearch>;

interface ProductSearchDeps extends LostIndexesDeps, NamedPartsDeps, PriceAgeDeps {
  client: Meilisearch;
  config: PriceAgeDeps["config"] & Pick<Config, "MEILI_INDEX_PREFIX">;
  scoredBy: Pick<ScoredByLookup, "find">;
}

/** Creates the search for products of one kind. */
export function createProductSearch({ client, ...deps }: ProductSearchDeps) {
  const { config } = deps;
  const lostIndexes = createLostIndexes(deps);
  const revisions = createIndexRevisions(client);
  const shareEqual = createSharedSearches<Match>({
    revisions,
    countRecords: ({ page }) => page.results.length,
  });
  const findScorePlace = createFindScorePlace({ ...deps, client, revisions });

  /**
   * Finds the requested page of products, and which words of the request's text its best product lacks. Equal
   * searches share the result, so no caller may change the result.
   * @param findsChips whether to look for the chips of all found products as well
   * @throws the errors of `find`
   */
  const findMatch = async (kind: ProductKind, request: ProductSearchRequest, findsChips = false) => {
    const indexUid = searchIndexUid(config.MEILI_INDEX_PREFIX, kind.name);
    const [parts, scoredBy] = await allWithoutFaults([
      findNamedParts(deps, request),
      deps.scoredBy.find(kind, request),
    ]);
    // The key of a shared search contains everything that the answer depends on, except the content of the index.
    const oldBefore = oldPricesBefore(deps);
    const key = JSON.stringify([kind.name, request, parts, scoredBy, oldBefore, findsChips]);
    const asked = { indexUid, kind, request, scoredBy, oldBefore, findsChips };
    const search = () => findInKind({ ...asked, ask: askTogether(client) }, parts);
    return lostIndexes.unlessLost(shareEqual(indexUid, key, search));
  };

  return {
    findMatch,

    /**
     * Returns those faults of a request with invalid fields that its schema does not find: contradictions between its
     * valid fields, and a part, a build, a benchmark or a variant that does not exist.
     */
    faultsOf: (kind: ProductKind, request: ValidFields) => requestFaults(deps, kind, request),

    /**
     * Finds the products of a kind that match a request. If no product has the model number that was typed, the page
     * has the products with the nearest names instead, and is marked as `approximate`.
     * @throws InvalidInputError if the request names a part, a build, a benchmark or a variant that does not exist;
     *   StoreUnavailableError if the kind has no index, which the workers are then asked to restore; or the error of
     *   the Meilisearch client
     */
    find: async (kind: ProductKind, request: ProductSearchRequest): Promise<ProductPage> =>
      (await findMatch(kind, request)).page,

    /** Returns the rank of a median among the medians of all chips or models of a kind: see `createFindScorePlace`. */
    placeOf: (kind: ProductKind, median: number) => lostIndexes.unlessLost(findScorePlace(kind, median)),
  };
}

/** Finds a page of products of one kind; words of the text may mean filters. @throws the errors of `findInIndex` */
async function findInKind(
  asked: Omit<SearchScope, "filters" | "fit">,
  parts: readonly NamedPart[] | undefined,
): Promise<Match> {
  const read = await understandQuery(asked);
  const { filters, ...others } = scopeOf(
    { ...asked, request: { ...asked.request, query: read.query } },
    parts,
  );
  const hasReadFilters = read.understood.length > 0;
  return findUnderstood(
    { ...others, filters: [...filters, ...read.filters], hasReadFilters },
    read,
    findInIndex,
  );
}

/** Returns the faults of a search request that its schema does not find: see `ProductSearch.faultsOf`. */
async function requestFaults(
  deps: Pick<ProductSearchDeps, "scoredBy"> & NamedPartsDeps,
  kind: ProductKind,
  request: ValidFields,
): Promise<Fault[]> {
  const ofStores = await faultsOf([
    findNamedParts(deps, { fits_build: request.fits_build }),
    findNamedParts(deps, { fits: request.fits }),
    deps.scoredBy.find(kind, request),
  ]);
  return [...contradictions(request), ...ofStores];
}

/** Returns the search for a request, with the filters of the request and of the parts that products must fit. */
function scopeOf(
  asked: Omit<SearchScope, "filters" | "fit">,
  parts: readonly NamedPart[] | undefined,
): SearchScope {
  const { kind, request, scoredBy } = asked;
  const fit = parts && fitFilters(kind, parts);
  const filters = [
    ...productFilters(kind, request),
    ...(fit?.filters ?? []),
    ...minScoreFilter(request, scoredBy),
  ];
  return { ...asked, filters, fit };
}

/** The page of a search request, and how well the page matches the text. */
interface Match {
  page: ProductPage;
  /** The typed words that the best product lacks; null if the page is empty or has only products with similar names. */
  lacking: readonly string[] | null;
  /**
   * The best product of the search and the typed text by which it was found; absent without a text or a best product.
   */
  typed?: TypedMatch;
  /**
   * True if the products have a typed part number, or if they are memory kits made of the module with a typed number;
   * else absent.
   */
  isPartNumber?: true;
}

/** Finds the page of a search in its index. @throws the error of the Meilisearch client */
const findInIndex = (scope: SearchScope): Promise<Match> => withUnknownValues(scope, findByText(scope));

/** Finds the products with the typed text. @throws the errors of `findInIndex` */
async function findByText(scope: SearchScope): Promise<Match> {
  const { query: typed = "" } = scope.request;
  const readings = readingsOf(typed).filter(({ words }) => words.length > 0);
  const [likeliest] = readings;
  if (!likeliest) return { page: (await findPage(scope, NO_TEXT)).page, lacking: [] };
  const compared = comparedIn(typed);
  const isChips = scope.kind.comparedAs?.part === "chip" || !compared.isListed;
  const comparison = isChips && compared.sides.length > 0 ? await findCompared(scope, compared) : null;
  if (comparison) return { page: comparison, lacking: [] };
  const [{ query, found }, named] = await Promise.all([
    firstFound(scope, readings),
    findNamed(scope, typed, likeliest),
  ]);
  const withNames = query === likeliest ? await putNamedFirst(scope, query, found, named) : found;
  const isNamed = withNames !== found || (named.length > 0 && named[0]?.id === found.best?.id);
  const answer = isNamed ? withNames : await improve(scope, query, found);
  const match = await judge(scope, query, answer);
  return query.isPartNumber || query.isModule ? { ...match, isPartNumber: true } : match;
}

/** Marks a result page as approximate if its best product lacks a typed word that names another product. */
async function judge(scope: SearchScope, query: NormalisedQuery, { page, best }: FoundPage): Promise<Match> {
  if (!best) return { page, lacking: null };
  const lacking = lackingWords(scope.kind, query, best);
  const isOther = await isOtherProduct(scope, query, { best, lacking });
  return { page: isOther ? { ...page, approximate: true } : page, lacking, typed: { query, best } };
}

/**
 * Returns the found page if its products match the typed text. Otherwise, searches in up to two further steps. The
 * first step looks for products with the typed model number and the other words that fit the number. The second step
 * looks for products of the nearest models.
 * @param found the products with all typed words
 */
async function improve(scope: SearchScope, query: NormalisedQuery, found: FoundPage): Promise<FoundPage> {
  const isAnyWithAll = found.page.total > 0;
  if (isAnyWithAll && hasWholeNumber(query, found.best)) return found;
  const [texts, likelyModels] = await Promise.all([
    fittingTexts(scope, query, isAnyWithAll),
    // Request the nearest models now, although they may not be needed: most queries that consist only of a model, and
    // of which no product has all words, name a model that does not exist.
    !isAnyWithAll && isOnlyModel(scope, query) ? nearestModels(scope, query) : undefined,
  ]);
  for (const text of texts) {
    const isAlreadyFound = text.matchingStrategy === "all" && isAnyWithAll;
    const fit = isAlreadyFound ? found : await findPage(scope, text);
    if (fit.page.total === 0) continue;
    if (hasTypedModel(query, fit.best)) return fit;
    break;
  }
  if (query.modelNumbers.length === 0) return found;
  const models = likelyModels ?? (await nearestModels(scope, query));
  const nearest = await findNearest(scope, query, models);
  return nearest ? { page: nearest, best: undefined } : found;
}

/**
 * Returns whether a query consists of a model number and words that name its line or tier. If no product has the
 * number and all of the words, the typed model does not exist.
 */
function isOnlyModel({ kind }: SearchScope, { words, modelNumbers }: NormalisedQuery): boolean {
  return modelNumbers.length > 0 && words.every((word) => modelNumbers.includes(word) || isNamed(kind, word));
}

/**
 * Returns the first reading of a query for which a product has all words. If no product has all words of any reading,
 * returns the likeliest reading.
 */
async function firstFound(scope: SearchScope, readings: readonly NormalisedQuery[]) {
  const tried: { query: NormalisedQuery; found: FoundPage }[] = [];
  for (const query of readings) {
    const found = await findPage(scope, textOf(query));
    if (found.page.total > 0 && (query.isPartNumber ? hasPartNumber : hasEveryNumber)(query, found.best))
      return { query, found };
    tried.push({ query, found });
  }
  const [likeliest] = tried;
  if (!likeliest) throw new Error("Expected at least one reading of a query");
  return likeliest;
}

/**
 * Returns false if the last word of a query is a model number that the best match does not have as a whole code: the
 * typed number may be only the beginning of the found number.
 */
function hasWholeNumber({ words, modelNumbers }: NormalisedQuery, best: SearchDocument | undefined): boolean {
  const last = words.at(-1);
  return last === undefined || !modelNumbers.includes(last) || codesOf(best).includes(last);
}

/**
 * Returns whether a product has the typed model numbers. Meilisearch also finds products by splitting a typed number
 * into words of other products.
 */
function hasEveryNumber({ modelNumbers }: NormalisedQuery, best: SearchDocument | undefined): boolean {
  const codes = codesOf(best);
  return modelNumbers.every((number) => codes.some((code) => code.startsWith(number)));
}

/**
 * Returns whether the product that matches a query best has a part number that begins with the typed part number.
 * Meilisearch also splits a typed part number into words of other products, so not every match has the part number.
 */
function hasPartNumber({ words }: NormalisedQuery, best: SearchDocument | undefined): boolean {
  const codes = codesOf(best);
  return words.every((word) => codes.some((code) => code.startsWith(word)));
}

/** Matches a model number with an ending, such as the X of 7800x. */
const WITH_ENDING = /^[a-z]?\d{3,5}[a-z]{1,2}$/;

/**
 * Returns whether the product that matches a query best has one of the typed model numbers. The last word may be
 * incomplete, because the person may still be typing.
 */
function hasTypedModel({ words, modelNumbers }: NormalisedQuery, best: SearchDocument | undefined): boolean {
  if (modelNumbers.length === 0) return true;
  const codes = codesOf(best);
  // A typed 7800X does not begin 7800X3D: a digit after the ending of a model number makes another ending.
  const begins = (typed: string, code: string) =>
    code.startsWith(typed) &&
    isModelNumber(code) === isModelNumber(typed) &&
    !(WITH_ENDING.test(typed) && /^\d/.test(code.slice(typed.length)));
  return modelNumbers.some((typed) =>
    codes.some((code) => code === typed || (typed === words.at(-1) && begins(typed, code))),
  );
}

/**
 * Returns whether a code is a model number, not a part number: a part number may begin with the typed digits, but mean
 * another product.
 */
const isModelNumber = (code: string) => parseNumber(code) !== undefined;
