import type { ProductDocument } from "../catalogue/products-repository.ts";
import { normaliseName, normaliseQuery } from "./normalise.ts";

const MODEL_NUMBER = /\d{3}/;

// Matches the code names by which Linux drivers call graphics chips. They look like model numbers, but name no
// product.
const CHIP_CODE = /^gfx\d/;

/**
 * Returns whether the name that a system gives its hardware ("Intel(R) Core(TM) i5-10400 CPU @ 2.90GHz") certainly
 * means another model than a product. The two names are compared in the spelling of the search index. They mean
 * different models if both have model numbers (words with three digits in a row) and share none. If a name has no
 * model number, the result is false.
 */
export function isOtherModel(name: string, { fields }: Pick<ProductDocument, "fields">): boolean {
  const recorded = normaliseQuery(name).modelNumbers.filter((word) => !CHIP_CODE.test(word));
  const chipset = String(fields["chipset"] ?? "");
  const codes = normaliseName(`${fields.make} ${fields.model} ${chipset}`).codes.split(" ");
  if (recorded.length === 0 || !codes.some((code) => MODEL_NUMBER.test(code))) return false;
  return !recorded.some((word) => codes.includes(word));
}
