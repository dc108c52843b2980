import type { ProductKind } from "../../kinds/kinds.ts";
import type { ProductRecord } from "../presenter.ts";
import { productSearchBody, type AllKindsRequest } from "../schemas.ts";
import { toWords, withoutReport } from "../indexing/normalise.ts";
import { kindWords } from "../indexing/spelling/plain-words.ts";
import { hasOwnWord, type TypedMatch } from "./lacking-words.ts";
import { isLineOf } from "./other-product.ts";
import { namedChips } from "./named-chips.ts";
import type { ProductSearch } from "./search.ts";
import { roundRobinSpans } from "./round-robin-spans.ts";
import type { ProductPage } from "./search-plan.ts";
import type { UnderstoodWords } from "./understand/understand-query.ts";

/** The search for products of all kinds at once, such as processors and memory. */
export type AllKindsSearch = ReturnType<typeof createAllKindsSearch>;

interface AllKindsSearchDeps {
  search: ProductSearch;
}

/** One page of the products of all kinds that match the text of a search. */
interface AllKindsPage {
  results: ProductRecord[];
  /** The number of products of all kinds that match the search, over all pages. */
  total: number;
  /** The kinds whose products the search shows, each with the number of its products that match. */
  kinds: { kind: string; total: number }[];
  /** True if no product matches the text, so that `results` are the products with the nearest names. */
  approximate?: true;
  /**
   * The words of the text that the search of at least one kind in `kinds` has read as filters; present if there are
   * any.
   */
  understood?: UnderstoodWords[];
  /** The words of the text that had no part in the search of any kind in `kinds`; present if there are any. */
  ignored_words?: string[];
  /** The slugs of the chips of found products that the text names; present for a search that looks for chips. */
  chips?: string[];
}

/** Creates the search for products of all kinds at once, such as processors and memory. */
export function createAllKindsSearch({ search }: AllKindsSearchDeps) {
  return {
    /**
     * Finds the products of all kinds that match a text. Each kind is searched as in a search of this kind alone, and
     * only the kinds that match best are shown. Kinds with a typed part number come before other kinds, exact results
     * before approximate results, and kinds that the text names ("ryzen motherboard") before other kinds. Next come
     * the kinds whose best product lacks the fewest typed words, and of these the kinds that have a typed word
     * themselves: a motherboard that only takes a Ryzen is no answer to "ryzen". The kinds alternate: the first product
     * of each kind, then the second product of each, and so on.
     * @param options.findsChips whether to look for the chips that the text names as well
     * @throws the errors of `ProductSearch.find`
     */
    find: async (
      kinds: readonly ProductKind[],
      request: AllKindsRequest,
      { findsChips = false } = {},
    ): Promise<AllKindsPage> => {
      const { page, limit } = request;
      const pageOf = async (kind: ProductKind, number: number) => {
        const asked = productSearchBody.parse({ ...request, page: number });
        return search.findMatch(kind, asked, findsChips && isOfChips(kind));
      };
      const firstPages = await Promise.all(
        kinds.map(async (kind) => {
          const { page: first, lacking, isPartNumber = false, typed } = await pageOf(kind, 1);
          const isOfOtherKind = lacking?.some(
            (word) => !isLineOf(kind, word) && kinds.some((other) => isLineOf(other, word)),
          );
          const isApproximate = first.approximate === true || isOfOtherKind === true;
          const missing = lacking?.length ?? Infinity;
          return { kind, first, isApproximate, isPartNumber, typed, missing };
        }),
      );
      const { shown, isApproximate } = likeliestOf(firstPages, request.query);
      const totals = shown.map(({ first }) => first.total);
      const spans = roundRobinSpans(totals, (page - 1) * limit, page * limit);
      const parts = shown.map(async ({ kind, first }, turn) => {
        const { begin, end } = spans[turn] ?? { begin: 0, end: 0 };
        const records = await readSpan({ begin, end }, limit, async (number) =>
          number === 1 ? first.results : (await pageOf(kind, number)).page.results,
        );
        return records.map((result, index) => ({ place: begin + index, turn, result }));
      });
      const placed = (await Promise.all(parts)).flat();
      return {
        results: placed.toSorted((a, b) => a.place - b.place || a.turn - b.turn).map(({ result }) => result),
        total: totals.reduce((sum, total) => sum + total, 0),
        kinds: shown.map(({ kind, first }) => ({ kind: kind.name, total: first.total })),
        ...(isApproximate && shown.length > 0 && { approximate: true }),
        ...(findsChips && {
          chips: isApproximate ? [] : shown.flatMap((one) => chipsOf(one, request)),
        }),
        ...wordsOf((shown.length > 0 ? shown : firstPages).map(({ first }) => first)),
      };
    },
  };
}

/** Returns the slugs of those chips of a kind's found products that the text of a request names. */
const chipsOf = ({ kind, first }: FirstPage, { query }: AllKindsRequest): string[] =>
  isOfChips(kind) ? namedChips(query, first) : [];

/** Whether the products of a kind are compared by their chips, as graphics cards are. */
const isOfChips = ({ comparedAs }: ProductKind): boolean => comparedAs?.part === "chip";

/** The first page of the search results for one kind of product, and how well its products match the searched text. */
interface FirstPage {
  kind: ProductKind;
  first: ProductPage;
  isApproximate: boolean;
  isPartNumber: boolean;
  /**
   * The number of typed words that the best product lacks; Infinity if the page is empty or has only products with
   * similar names.
   */
  missing: number;
  typed: TypedMatch | undefined;
}

/**
 * Returns the first result pages of the kinds of product that match a text best, and whether these pages are
 * approximate (may lack the product that the text names).
 */
function likeliestOf(firstPages: readonly FirstPage[], query: string | undefined) {
  const found = firstPages.filter(({ first }) => first.total > 0);
  const possible = unlessNone(found, ({ isPartNumber }) => isPartNumber);
  const isApproximate = possible.every((one) => one.isApproximate);
  const equal = possible.filter((one) => one.isApproximate === isApproximate);
  const called = unlessNone(equal, ({ kind }) => isCalled(kind, query));
  const fewest = Math.min(...called.map(({ missing }) => missing));
  const likeliest = called.filter(({ missing }) => missing === fewest);
  const own = unlessNone(likeliest, ({ kind, typed }) => typed === undefined || hasOwnWord(kind, typed));
  return { shown: own, isApproximate };
}

/** Returns the elements that pass a test; all elements if none passes it. */
function unlessNone<T>(all: readonly T[], test: (one: T) => boolean): readonly T[] {
  const passed = all.filter(test);
  return passed.length > 0 ? passed : all;
}

/** Returns whether a text has a word for the kind of product itself, as "ryzen motherboard" has for motherboards. */
function isCalled({ name }: ProductKind, query = ""): boolean {
  return toWords(withoutReport(query)).some((word) => kindWords.get(word) === name);
}

/**
 * Returns the words that at least one of several searches has read as filters, and the words that all of them have
 * ignored.
 */
function wordsOf(pages: readonly ProductPage[]): Pick<AllKindsPage, "understood" | "ignored_words"> {
  const read = pages.flatMap(({ understood = [] }) => understood);
  const understood = [...new Map(read.map((one) => [JSON.stringify(one), one])).values()];
  const [{ ignored_words: first = [] } = {}, ...others] = pages;
  const ignored_words = first.filter((word) => others.every((page) => page.ignored_words?.includes(word)));
  return {
    ...(understood.length > 0 && { understood }),
    ...(ignored_words.length > 0 && { ignored_words }),
  };
}

/** Reads the products of a kind from position `begin` up to, but without, position `end`, from at most two pages. */
async function readSpan<T>(
  { begin, end }: { begin: number; end: number },
  limit: number,
  pageOf: (number: number) => Promise<T[]>,
): Promise<T[]> {
  if (begin >= end) return [];
  const firstPage = Math.floor(begin / limit) + 1;
  const lastPage = Math.floor((end - 1) / limit) + 1;
  const numbers = firstPage === lastPage ? [firstPage] : [firstPage, lastPage];
  const pages = await Promise.all(numbers.map(pageOf));
  const passed = (firstPage - 1) * limit;
  return pages.flat().slice(begin - passed, end - passed);
}
