import type { ProductDocument } from "../catalogue/products-repository.ts";
import { normaliseName, normaliseQuery } from "./normalise.ts";

const MODEL_NUMBER = /\d{3}/;

// The code names by which Linux drivers call chips; they look like model numbers.
const CHIP_CODE = /^gfx\d/;

/**
 * Whether the name that a system gives its hardware ("Intel(R) Core(TM) i5-10400 CPU @ 2.90GHz") certainly means
 * another model than a product. Both are spelled as the search spells them. Name and product are different models where
 * both have model numbers (words with three digits in a row) and share none; of names without model numbers nothing is
 * certain.
 */
export function isOtherModel(name: string, { fields }: Pick<ProductDocument, "fields">): boolean {
  const recorded = normaliseQuery(name).modelNumbers.filter((word) => !CHIP_CODE.test(word));
  const chipset = String(fields["chipset"] ?? "");
  const codes = normaliseName(`${fields.make} ${fields.model} ${chipset}`).codes.split(" ");
  if (recorded.length === 0 || !codes.some((code) => MODEL_NUMBER.test(code))) return false;
  return !recorded.some((word) => codes.includes(word));
}
