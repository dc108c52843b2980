import { chipKind, productKinds, type AllKindsSearch, type ProductRecord } from "../../products/index.ts";
import type { Asked } from "./asked.ts";
import { groupOf } from "./tray-cookie.ts";

/** Dependencies of `findTyped`. */
export interface TypedProductsDeps {
  allKindsSearch: Pick<AllKindsSearch, "find">;
}

/** A typed text that names no product, and the products with the nearest names. */
export interface UnknownName {
  text: string;
  nearest: readonly { product: string; name: string }[];
}

/** How many products with similar names are looked at for a text that names none, and how many of them are offered. */
const LOOKED_AT = 20;
const OFFERED = 3;

/**
 * Looks typed names of products up. Returns the ids of the chosen and the found products, and the names that no product
 * has, each with similar names of products that can be compared with the chosen and the found ones. A graphics card counts as its chip, by whose results cards are compared, unless a card is chosen already.
 */
export async function findTyped(
  { allKindsSearch }: TypedProductsDeps,
  { ids, typed }: Pick<Asked, "ids" | "typed">,
): Promise<{ ids: string[]; unknown: UnknownName[] }> {
  const hasCards = ids.some((id) => id.startsWith(`${chipKind.name}/`));
  const found = [...ids];
  const unknown: UnknownName[] = [];
  for (const text of typed) {
    const asked = { query: text, page: 1, limit: LOOKED_AT, literal: false };
    const { results, approximate } = await allKindsSearch.find(productKinds, asked);
    const named = results.map((one) => ({ product: idOf(one, hasCards), name: `${one.make} ${one.model}` }));
    const [first] = named;
    if (first && !approximate) found.push(first.product);
    else unknown.push({ text, nearest: named });
  }
  const [group] = found.map((id) => groupOf({ kind: "products", id }));
  const canBeCompared = ({ product }: { product: string }) =>
    group === undefined || groupOf({ kind: "products", id: product }) === group;
  return {
    ids: [...new Set(found)],
    unknown: unknown.map(({ text, nearest }) => ({
      text,
      nearest: nearest.filter(canBeCompared).slice(0, OFFERED),
    })),
  };
}

function idOf({ kind, url_slug, chip }: ProductRecord, hasCards: boolean): string {
  return typeof chip === "string" && !hasCards ? `chip/${chip}` : `${kind}/${url_slug}`;
}
