import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { productSearchBody, type ProductSearchRequest } from "../../../src/products/schemas.ts";
import type { ProductKind } from "../../../src/products/kinds/kind.ts";
import { findKind } from "../../../src/products/kinds/kinds.ts";
import type { ProductSearch } from "../../../src/products/search/search.ts";

/**
 * A query as people type it, and the product that should be its first result. `expected` is a list of conditions on the
 * fields of that product, separated by `;`: `field=value` means equal, `field~value` means contains, and `|` separates
 * alternative values. Case, blanks and signs do not count. The `held-out` half is never read query by query while the search
 * is tuned, so that it measures how the search does on unseen queries.
 */
export interface Judgement {
  kind: string;
  query: string;
  expected: string;
  part: "tune" | "held-out";
}

type Answer = Readonly<Record<string, unknown>>;

const file = new URL("judgements.csv", import.meta.url);

export const judgements = parse<Judgement>(readFileSync(file), { columns: true });

/** Removes case, blanks, signs and the packing, which does not make a product another model. */
const fold = (value: unknown) =>
  String(value)
    .toLowerCase()
    .replaceAll(/\(?oem\/tray\)?/g, "")
    .replaceAll(/[^a-z0-9]/g, "");

/** Whether a product meets all conditions of a judgement. */
export function isExpected(product: Answer | undefined, { expected }: Judgement): boolean {
  if (!product) return false;
  return expected.split(";").every((condition) => {
    const [, field = "", sign, values = ""] = /^(\w+)([=~])(.+)$/.exec(condition) ?? [];
    const found = fold(product[field]);
    const alternatives = values.split("|").map(fold);
    return sign === "=" ? alternatives.includes(found) : alternatives.some((one) => found.includes(one));
  });
}

/** Returns the first result of a query. */
export async function topOf(
  search: ProductSearch,
  kind: ProductKind,
  query: string,
): Promise<{ top: Answer | undefined; isApproximate: boolean }> {
  const request: ProductSearchRequest = productSearchBody.parse({ page: 1, limit: 1, query });
  const { results, approximate } = await search.find(kind, request);
  return { top: results[0], isApproximate: approximate === true };
}

/** Returns a line for each judgement that the search fails. */
export async function failuresOf(search: ProductSearch, judged: readonly Judgement[]): Promise<string[]> {
  const failures: string[] = [];
  for (const judgement of judged) {
    const kind = findKind(judgement.kind);
    if (!kind) throw new Error(`A judgement names an unknown kind: ${judgement.kind}`);
    const { top, isApproximate } = await topOf(search, kind, judgement.query);
    if (isExpected(top, judgement) && !isApproximate) continue;
    const found = top ? `${String(top["make"])} ${String(top["model"])}` : "nothing";
    failures.push(
      `${judgement.query}: expected ${judgement.expected}, found ${found}${isApproximate ? " (approximate)" : ""}`,
    );
  }
  return failures;
}
