import type { ProductResultValue } from "../../compare/index.ts";
import { hasSpread } from "../lists/has-spread.ts";

/** How the builds with a product compare to those with the baseline. */
export type ProductVerdict = "faster" | "slower" | "no clear difference";

/**
 * Returns whether the builds with a product are faster or slower than the builds with the baseline, by the ranges
 * between the 10th and the 90th percentile of their scores. If the ranges overlap, there is no clear difference. Null
 * if the product or the baseline has too few builds for a range.
 */
export function verdictOf(
  value: ProductResultValue,
  base: ProductResultValue,
  { isHigherBetter }: { isHigherBetter: boolean },
): ProductVerdict | null {
  const [range, ofBase] = [rangeOf(value), rangeOf(base)];
  if (range === null || ofBase === null) return null;
  if (range.p10 > ofBase.p90) return isHigherBetter ? "faster" : "slower";
  if (range.p90 < ofBase.p10) return isHigherBetter ? "slower" : "faster";
  return "no clear difference";
}

/** Returns the scores between which the middle 80 % of builds with a product lie; null if too few builds were measured. */
export function rangeOf(value: ProductResultValue): { p10: number; p90: number } | null {
  const { p10, p90 } = value;
  return p10 === null || p90 === null || !hasSpread(value) ? null : { p10, p90 };
}

/** A verdict: a badge for faster or slower, plain words for no clear difference or too few builds. */
export function VerdictBadge({ verdict }: { verdict: ProductVerdict | null }) {
  if (verdict === null) return <span class="note">too few builds for a verdict</span>;
  if (verdict === "no clear difference") return <span class="note">{verdict}</span>;
  return <span class={`badge ${verdict === "faster" ? "badge-good" : "badge-bad"}`}>{verdict}</span>;
}
