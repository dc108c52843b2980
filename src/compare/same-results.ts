import { isDeepStrictEqual } from "node:util";
import type { ProductComparison, ProductResultValue } from "./product-comparison.ts";

/**
 * Returns whether two products have the same results: they are cards with the same chip, or all their figures are equal,
 * as those of the boxed and the tray version of a processor.
 */
export function haveSameResults(
  { compared }: Pick<ProductComparison, "compared">,
  one: ProductResultValue,
  other: ProductResultValue,
): boolean {
  const chipOf = (id: string) => compared.find(({ product }) => product === id)?.chip ?? null;
  if (chipOf(one.product) !== null) return chipOf(one.product) === chipOf(other.product);
  const figuresOf = ({ builds, median, p10, p90 }: ProductResultValue) => [builds, median, p10, p90];
  return isDeepStrictEqual(figuresOf(one), figuresOf(other));
}
