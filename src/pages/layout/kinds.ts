import { findKind } from "../../kinds/kinds.ts";
import { capitalised, singularOf } from "../../kinds/words.ts";
import { formatFigure } from "./figures.tsx";

/** Returns how pages name one product of a kind. */
export function titleOfKind(name: string): string {
  const kind = findKind(name);
  return kind ? capitalised(singularOf(kind)) : name;
}

/** Returns the address of the page of a product. */
export const hrefOfProduct = ({ kind, url_slug }: { kind: string; url_slug: string }): string =>
  `/hardware/${kind}/${encodeURIComponent(url_slug)}`;

/** A product as the presenter of the products returns it: the fields depend on its kind. */
export type ProductRecord = Readonly<Record<string, unknown>>;

/** Returns the few facts that tell products of a kind apart, such as "8 cores", "16 threads". */
export function mainFactsOf(product: ProductRecord): string[] {
  const facts = findKind(String(product["kind"]))?.words.mainFacts ?? [];
  return facts.flatMap((fact) => fill(fact, product) ?? []);
}

/** Fills the values of a product into a text with names in braces. Returns null where one of them is unknown. */
function fill(text: string, product: ProductRecord): string | null {
  let isKnown = true;
  const filled = text.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = product[name];
    if (typeof value === "number") return formatFigure(value);
    if (typeof value === "string") return value;
    isKnown = false;
    return "";
  });
  return isKnown ? filled : null;
}
