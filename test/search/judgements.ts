import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { productSearchBody, type ProductSearchRequest } from "../../src/products/schemas.ts";
import type { ProductKind } from "../../src/products/kinds/kind.ts";
import { findKind } from "../../src/products/kinds/kinds.ts";
import type { ProductSearch } from "../../src/products/search/search.ts";

/**
 * What a person types, and what stands on top if it is right. `expected` is a list of conditions on the answer's fields:
 * `field=value` equal, `field~value` contains, both without regard to case, blanks and signs, `|` between alternatives, `;`
 * between conditions. Half of them, `held-out`, are never looked at one by one while the search is tuned.
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

/** How a product is packed makes it no other model. */
const fold = (value: unknown) =>
  String(value)
    .toLowerCase()
    .replaceAll(/\(?oem\/tray\)?/g, "")
    .replaceAll(/[^a-z0-9]/g, "");

/** Whether a product is what a judgement expects on top. */
export function isExpected(product: Answer | undefined, { expected }: Judgement): boolean {
  if (!product) return false;
  return expected.split(";").every((condition) => {
    const [, field = "", sign, values = ""] = /^(\w+)([=~])(.+)$/.exec(condition) ?? [];
    const found = fold(product[field]);
    const alternatives = values.split("|").map(fold);
    return sign === "=" ? alternatives.includes(found) : alternatives.some((one) => found.includes(one));
  });
}

/** Searches for a text as a client does that takes the first page. */
export async function topOf(
  search: ProductSearch,
  kind: ProductKind,
  query: string,
): Promise<{ top: Answer | undefined; isApproximate: boolean }> {
  const request: ProductSearchRequest = productSearchBody.parse({ page: 1, limit: 1, query });
  const { results, approximate } = await search.find(kind, request);
  return { top: results[0], isApproximate: approximate === true };
}

/** The judgements that the search gets wrong, in words. */
export async function failuresOf(search: ProductSearch, judged: readonly Judgement[]): Promise<string[]> {
  const failures: string[] = [];
  for (const judgement of judged) {
    const kind = findKind(judgement.kind);
    if (!kind) throw new Error(`A judgement is of a kind that there is not: ${judgement.kind}`);
    const { top, isApproximate } = await topOf(search, kind, judgement.query);
    if (isExpected(top, judgement) && !isApproximate) continue;
    const found = top ? `${String(top["make"])} ${String(top["model"])}` : "nothing";
    failures.push(
      `${judgement.query}: expected ${judgement.expected}, found ${found}${isApproximate ? " (approximate)" : ""}`,
    );
  }
  return failures;
}
