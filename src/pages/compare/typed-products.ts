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

/** How many found products the search for a typed name reads, and how many similar names the page offers. */
const LOOKED_AT = 20;
const OFFERED = 3;

/**
 * Looks up typed names of products. Returns the ids of the chosen and the found products, and the names that match no
 * product, each with products of similar names that can be compared with the chosen and found ones. For a graphics card
 * the id is that of its chip, by whose results cards are compared, unless a card is chosen already.
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
