import type { Sample } from "../../benchmarks/index.ts";
import { twoSidedT } from "./student-t.ts";

/** A range that holds a figure with 95 % confidence. */
export interface Interval {
  low: number;
  high: number;
}

const CONFIDENCE = 0.95;

/**
 * Returns the 95 % confidence interval of the difference of two means, `other` − `first`: d ± t · √(s₁²/n₁ + s₂²/n₂),
 * where t is the two-sided quantile of Student's t with ν = (s₁²/n₁ + s₂²/n₂)² / ((s₁²/n₁)²/(n₁ − 1) + (s₂²/n₂)²/(n₂ −
 * 1)) degrees of freedom: B. L. Welch, "The Generalization of 'Student's' Problem when Several Different Population
 * Variances are Involved", Biometrika 34, 1947. The variances of the samples may differ. Returns null if a sample has
 * fewer than two values, or if the values of each sample are all equal, because the variance of the values is then
 * unknown.
 */
export function welchInterval(first: Sample, other: Sample): Interval | null {
  if (first.stdev === null || other.stdev === null) return null;
  const parts = [first, other].map(({ runs, stdev }) => ({
    variance: (stdev ?? 0) ** 2 / runs,
    df: runs - 1,
  }));
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  if (variance === 0) return null;
  // Divide each variance by the total variance before squaring, so that the squares cannot overflow or underflow.
  const df = 1 / parts.reduce((sum, part) => sum + (part.variance / variance) ** 2 / part.df, 0);
  const reach = twoSidedT(CONFIDENCE, df) * Math.sqrt(variance);
  const difference = other.mean - first.mean;
  return { low: difference - reach, high: difference + reach };
}
