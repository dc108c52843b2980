import { productKinds } from "../../../kinds/kinds.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** Words for the kinds of products, each with the name of the kind. A query of nothing else lists the kind. */
export const kindWords: ReadonlyMap<string, string> = new Map(
  productKinds.flatMap((kind) => [...words(kind.words.inQueries)].map((word) => [word, kind.name] as const)),
);

/**
 * Words that decide nothing in a query: they say only what kind of product is meant, how it is packed, or that somebody wants
 * to buy one. A query that has no other words keeps them, unless it names a kind.
 */
export const fillerWords: ReadonlySet<string> = new Set([
  ...kindWords.keys(),
  ...words(`
  desktop pc computer socket chipset series edition
  box boxed tray oem retail new used refurbished
  price prices cost cheap cheapest budget best good buy sale deal deals review reviews specs compatible
  the an and or for of in on with my to
`),
]);

/** Words on packing: they make a name only a little longer, so that the packed product comes right behind the plain one. */
export const packingWords = words("oem tray boxed");
