import type { ProductResultValue } from "../../compare/index.ts";

/** How the builds with a product compare to those with the baseline. */
export type ProductVerdict = "faster" | "slower" | "no clear difference";

/**
 * Returns whether the builds with a product are faster or slower than those with the baseline: four of five builds with
 * one have better scores than four of five builds with the other. Otherwise the builds do not
 * show clearly which product is faster. Null without the spread of one of them.
 */
export function verdictOf(
  { p10, p90 }: ProductResultValue,
  base: ProductResultValue,
  { isHigherBetter }: { isHigherBetter: boolean },
): ProductVerdict | null {
  if (p10 === null || p90 === null || base.p10 === null || base.p90 === null) return null;
  if (p10 > base.p90) return isHigherBetter ? "faster" : "slower";
  if (p90 < base.p10) return isHigherBetter ? "slower" : "faster";
  return "no clear difference";
}

/** A verdict: a badge for a difference, and plain words where there is no clear one. */
export function VerdictBadge({ verdict }: { verdict: ProductVerdict }) {
  if (verdict === "no clear difference") return <span class="note">{verdict}</span>;
  return <span class={`badge ${verdict === "faster" ? "badge-good" : "badge-bad"}`}>{verdict}</span>;
}
