import { findKind } from "../../kinds/kinds.ts";
import { capitalised, singularOf } from "../../kinds/words.ts";
import { formatFigure } from "./figures.tsx";

/** Returns the capitalised singular name of a kind of product. */
export function titleOfKind(name: string): string {
  const kind = findKind(name);
  return kind ? capitalised(singularOf(kind)) : name;
}

/** Returns the address of the page of a product. */
export const hrefOfProduct = ({ kind, url_slug }: { kind: string; url_slug: string }): string =>
  `/hardware/${kind}/${encodeURIComponent(url_slug)}`;

/** A product as its presenter returns it. The fields of the record depend on the kind. */
type ProductRecord = Readonly<Record<string, unknown>>;

/** Returns the main facts by which people distinguish products of a kind, such as "8 cores", "16 threads". */
export function mainFactsOf(product: ProductRecord): string[] {
  const facts = findKind(String(product["kind"]))?.words.mainFacts ?? [];
  return facts.flatMap((fact) => fill(fact, product) ?? []);
}

/**
 * Replaces each name of a field that stands in braces in a text by the product's value of the field. Returns null if
 * one of these values is unknown.
 */
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
