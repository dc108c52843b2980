import { productKinds } from "../../../kinds/kinds.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/**
 * Words for the kinds of products, each with the name of the kind. A query of only such words lists the kind's
 * products.
 */
export const kindWords: ReadonlyMap<string, string> = new Map(
  productKinds.flatMap((kind) => [...words(kind.words.inQueries)].map((word) => [word, kind.name] as const)),
);

/**
 * Words that a search ignores: they only name a kind of product or its packaging, or say that somebody wants to buy a
 * product. A query of only such words is searched for these words, unless the query names a kind.
 */
export const fillerWords: ReadonlySet<string> = new Set([
  ...kindWords.keys(),
  ...words(`
  desktop pc computer socket chipset series edition
  box boxed tray oem retail new used refurbished
  price prices cost cheap cheapest budget best good buy sale deal deals review reviews specs compatible
  the an and or for of in on with my to
  bo mach chu nho carte mere scheda madre placa mae base
`),
]);

/**
 * Words about packaging in product names. Such a word counts little in the length of a name, so that searches list the
 * packaged product right after the plain product.
 */
export const packingWords = words("oem tray boxed");
