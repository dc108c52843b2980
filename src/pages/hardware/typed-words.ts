import type { ProductRecord } from "../../products/index.ts";

type Named = Pick<ProductRecord, "make" | "model">;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns whether the name of a product has every word of a typed text as a whole word. */
export function hasTypedWords({ make, model }: Named, typed: string): boolean {
  const words = wordsOf(`${make} ${model}`);
  return wordsOf(typed).every((word) => words.includes(word));
}

/**
 * Returns whether a page of found products ends with products that are only similar: each has the last typed word only
 * as the beginning of a longer number, as the Ryzen 5 7600X has the 7 of "ryzen 7". The products before them have the
 * whole word.
 */
export function endsWithSimilar(products: readonly Named[], typed: string): boolean {
  const last = wordsOf(typed).at(-1) ?? "";
  const isBeginning = (word: string) => word.startsWith(last) && /^\d/.test(word.slice(last.length));
  const areSimilar = products.map(({ make, model }) => {
    const words = wordsOf(`${make} ${model}`);
    return !words.includes(last) && words.some(isBeginning);
  });
  const first = areSimilar.indexOf(true);
  return first > 0 && areSimilar.slice(first).every(Boolean);
}
