/** The quantile of the normal distribution for a two-sided interval of 95 %. */
const Z_95 = 1.959963984540054;
/**
 * The maximum number n of values for which the binomial distribution is summed. Up to n = 1000, 2^-n is a normal
 * floating-point number, which has full precision.
 */
const MAX_SUMMED = 1000;

/**
 * The median of a number of scores, with their c-th lowest score (`lower`) and their c-th highest score (`upper`). c
 * is the {@link boundRank} of the number. All scores are above 0.
 */
export interface MeasuredMedian {
  builds: number;
  median: number;
  lower: number;
  upper: number;
}

/** How much better one median is than another. */
export interface Gain {
  /**
   * The median with the new part divided by the median with the present part: the factor by which a build's score is
   * expected to change.
   */
  ratio: number;
  /**
   * How much faster the median with the new part is, in percent; 0 means the same, and a negative number means slower.
   * If lower scores are better, half the score is a gain of 100 %.
   */
  percent: number;
  /** The interval in which the gain of the upgrade lies with 95 % confidence, in percent. */
  interval: [low: number, high: number];
}

/**
 * Returns c = max(1, round((n + 1)/2 - √n)): the c-th lowest and the c-th highest of n values bound their median. The
 * script `mediansScript` of the ranks reads both bounds.
 */
export function boundRank(count: number): number {
  return Math.max(1, Math.floor((count + 1) / 2 - Math.sqrt(count) + 0.5));
}

/**
 * Returns how much better the median of one group is than that of another, with a distribution-free interval of 95 %:
 *
 *     percent = 100 (r - 1),  r = m₁ / m₂  (m₂ / m₁ if lower scores are better)
 *     ln r ± 1.96 √(s₁² + s₂²)
 *     sⱼ = (ln y₍n−c+1₎ − ln y₍c₎) / (2 zⱼ),  c = max(1, round((n + 1)/2 − √n)),  Φ(zⱼ) = 1 − P(Binomial(n, ½) ≤ c − 1)
 *
 * The interval between the two order statistics holds the median with a probability that follows from the binomial
 * distribution, whatever the distribution of the scores is. The standard error of the logarithm of the median follows
 * from the width of this interval. Source: D. G. Bonett and R. M. Price, "Statistical inference for a linear function
 * of medians", Psychological Methods 7 (2002), and "Confidence intervals for a ratio of medians", Journal of
 * Statistical Computation and Simulation 72 (2002). The groups are taken as independent.
 */
export function gainOf(
  group: MeasuredMedian,
  base: MeasuredMedian,
  { isHigherBetter }: { isHigherBetter: boolean },
): Gain {
  const logRatio = (isHigherBetter ? 1 : -1) * Math.log(group.median / base.median);
  const error = Z_95 * Math.hypot(logError(group), logError(base));
  return {
    ratio: group.median / base.median,
    percent: percentOf(logRatio),
    interval: [percentOf(logRatio - error), percentOf(logRatio + error)],
  };
}

const percentOf = (logRatio: number) => 100 * Math.expm1(logRatio);

/** Returns the estimated standard error of the logarithm of the median score of some builds. */
function logError({ builds, lower, upper }: MeasuredMedian): number {
  return Math.log(upper / lower) / (2 * quantileOfBound(builds));
}

/**
 * Returns z with Φ(z) = 1 − P(Binomial(n, ½) ≤ c − 1), where n is the number of values and c its {@link boundRank}.
 */
export function quantileOfBound(count: number): number {
  const below = boundRank(count) - 1;
  // Use the normal approximation of the binomial distribution, with a correction for continuity: above 1000 values, its
  // error is less than 0.1 %.
  if (count > MAX_SUMMED) return (count / 2 - below - 0.5) / (Math.sqrt(count) / 2);
  let term = 2 ** -count;
  let tail = term;
  for (let k = 1; k <= below; k += 1) {
    term *= (count - k + 1) / k;
    tail += term;
  }
  return -normalQuantile(tail);
}

/**
 * Returns the quantile of the standard normal distribution at a probability below 0.5, by bisection. The distribution
 * function is that of Abramowitz and Stegun 26.2.17, whose error is below 7.5e-8.
 */
function normalQuantile(probability: number): number {
  let [low, high] = [-40, 0];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (normalTail(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Returns the distribution function Φ(x) of the standard normal distribution for x ≤ 0. */
function normalTail(x: number): number {
  const t = 1 / (1 - 0.2316419 * x);
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
