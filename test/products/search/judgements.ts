import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { productSearchBody, type ProductSearchRequest } from "../../../src/products/schemas.ts";
import { findKind, type ProductKind } from "../../../src/kinds/kinds.ts";
import type { ProductSearch } from "../../../src/products/search/search.ts";
import { projectUrl } from "../../helpers/project-files.ts";

/**
 * A query as people type it, with what its first results should be. `expected` lists conditions on the fields of a
 * product, separated by `;`: `field=value` means equal, `field~value` means contains, and `|` separates alternatives.
 * Case, blanks and signs other than `+` are ignored. Nobody reads the queries of the half `held-out` while tuning the
 * search, so that they measure the search on unseen queries.
 */
export interface Judgement {
  kind: string;
  query: string;
  expected: string;
  /**
   * Conditions that another product of the first page must meet, as in a query that compares two models; empty without
   * such conditions.
   */
  also: string;
  /** How many results at the beginning of the first page of a search must all meet `expected`. */
  first: number;
  /** Says whether the response must be marked as approximate; `any` accepts both. */
  approximate: "no" | "yes" | "any";
  part: "tune" | "held-out";
}

/** The fields of a product, in a response or as stored. */
export type Answer = Readonly<Record<string, unknown>>;

/** Test queries that spell model numbers in many ways. */
export const judgements = readJudgements("judgements.csv");

/**
 * Queries as people type them in shops, forums and chats: with ordinary words, other languages, or no model number at
 * all.
 */
export const typedJudgements = readJudgements("typed-judgements.csv");

/**
 * Queries that compare models, name them in other spellings and other languages, copy titles from shops, or name no
 * model at all.
 */
export const furtherJudgements = readJudgements("further-judgements.csv");

function readJudgements(name: string): Judgement[] {
  const rows = parse<Record<string, string>>(readFileSync(projectUrl(`test/products/search/${name}`)), {
    columns: true,
  });
  return rows.map(({ kind = "", query = "", expected = "", also = "", first, approximate, part }) => ({
    kind,
    query,
    expected,
    also,
    first: Number(first ?? 1),
    approximate: approximate === "yes" || approximate === "any" ? approximate : "no",
    part: part === "held-out" ? part : "tune",
  }));
}

const foldedValues = new Map<unknown, string>();

/**
 * Removes case, blanks, signs and words for the packaging, which do not distinguish models. Results are cached,
 * because every test query is compared with the same products.
 */
function fold(value: unknown): string {
  const known = foldedValues.get(value);
  if (known !== undefined) return known;
  const folded = String(value)
    .toLowerCase()
    .replaceAll(/\(?oem\/tray\)?/g, "")
    .replaceAll(/[^a-z0-9+]/g, "");
  foldedValues.set(value, folded);
  return folded;
}

/** A condition that a test query sets on a field of its expected products. */
interface Condition {
  field: string;
  sign: string;
  /** The values, one of which the field of a product must equal or contain. */
  values: string[];
}

/** Parses the conditions that a test query lists in `expected`. */
export function conditionsOf({ expected }: Pick<Judgement, "expected">): Condition[] {
  return expected.split(";").map((condition) => {
    const [, field = "", sign = "", values = ""] = /^(\w+)([=~])(.+)$/.exec(condition) ?? [];
    return { field, sign, values: values.split("|") };
  });
}

/**
 * Returns a function that says whether a product meets all conditions that a test query sets on its expected products.
 */
export function expectationOf(
  judgement: Pick<Judgement, "expected">,
): (product: Answer | undefined) => boolean {
  const conditions = conditionsOf(judgement).map(({ field, sign, values }) => ({
    field,
    sign,
    alternatives: values.map(fold),
  }));
  return (product) =>
    product !== undefined &&
    conditions.every(({ field, sign, alternatives }) => {
      const found = fold(product[field]);
      return sign === "=" ? alternatives.includes(found) : alternatives.some((one) => found.includes(one));
    });
}

/** The products on the first page of results of a query, and whether these are only approximate results. */
interface Page {
  results: readonly Answer[];
  isApproximate: boolean;
}

/** A function that searches one kind of product for a query and returns the first page of results. */
export type Ask = (kind: string, query: string) => Promise<Page>;

const PAGE_SIZE = 20;

/**
 * Returns a function that searches the first page of a query. The function searches each query once and then returns
 * the same page.
 */
export function createAsk(search: ProductSearch): Ask {
  const pages = new Map<string, Promise<Page>>();
  return (kind, query) => {
    const key = `${kind} ${query}`;
    const page = pages.get(key) ?? pageOf(search, kind, query, PAGE_SIZE);
    pages.set(key, page);
    return page;
  };
}

async function pageOf(search: ProductSearch, name: string, query: string, limit: number): Promise<Page> {
  const kind = findKind(name);
  if (!kind) throw new Error(`A query names an unknown kind: ${name}`);
  const request: ProductSearchRequest = productSearchBody.parse({ page: 1, limit, query });
  const { results, approximate } = await search.find(kind, request);
  return { results, isApproximate: approximate === true };
}

/** Returns the first result of a query in a kind of product; undefined if the query finds nothing. */
export async function topOf(
  search: ProductSearch,
  kind: ProductKind,
  query: string,
): Promise<{ top: Answer | undefined; isApproximate: boolean }> {
  const { results, isApproximate } = await pageOf(search, kind.name, query, 1);
  return { top: results[0], isApproximate };
}

/** Returns a line for each test query whose conditions the search results do not meet. */
export async function failuresOf(ask: Ask, judged: readonly Judgement[]): Promise<string[]> {
  const failures: string[] = [];
  for (const judgement of judged) {
    const { results, isApproximate } = await ask(judgement.kind, judgement.query);
    const isExpected = expectationOf(judgement);
    const shown = Array.from({ length: judgement.first }, (_, at) => results[at]);
    const wrong = shown.findIndex((product) => !isExpected(product));
    const isHonest = judgement.approximate === "any" || (judgement.approximate === "yes") === isApproximate;
    if (wrong < 0 && isHonest) {
      const isAlso = expectationOf({ expected: judgement.also });
      if (judgement.also === "" || results.some(isAlso)) continue;
      failures.push(
        `${judgement.kind} ${judgement.query}: expected ${judgement.also} on the first page, too`,
      );
      continue;
    }
    failures.push(
      `${judgement.kind} ${judgement.query}: expected ${judgement.expected}, found ${nameOf(shown[Math.max(wrong, 0)])} ` +
        `at ${Math.max(wrong, 0) + 1}${isApproximate ? " (approximate)" : ""}`,
    );
  }
  return failures;
}

/** Returns make and model of a search result as one text. */
export const nameOf = (product: Answer | undefined) =>
  product ? `${textOf(product, "make")} ${textOf(product, "model")}` : "nothing";

/** A field of a product as a text; empty where it is unknown. */
export function textOf(product: Answer, field: string): string {
  const value = product[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
