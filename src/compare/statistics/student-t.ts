/**
 * Returns the two-sided quantile of Student's t distribution with `df` degrees of freedom, which |t| does not exceed
 * with the given probability: 1.96 for 0.95 and many degrees of freedom. The function solves I_x(df/2, 1/2) = 1 −
 * probability for x = df / (df + t²), where I is the regularised incomplete beta function: NIST Digital Library of
 * Mathematical Functions, 8.17. Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.5.27. The
 * relative error is below 1e-9.
 * @param probability above 0 and below 1
 * @param df degrees of freedom: at least 1, not necessarily a whole number
 */
export function twoSidedT(probability: number, df: number): number {
  let low = 0;
  let high = 1;
  while (withinT(high, df) < probability) high *= 2;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (withinT(middle, df) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const BISECTIONS = 50;

/**
 * Returns the probability that a value of Student's t distribution lies between −t and t: I_y(1/2, df/2) with y = t² /
 * (df + t²).
 */
function withinT(t: number, df: number): number {
  const square = t * t;
  return regularisedBeta(square / (df + square), 0.5, df / 2);
}

/**
 * Returns the regularised incomplete beta function I_x(a, b), by a continued fraction, which converges fast for x below
 * (a + 1) / (a + b + 2). For greater x the function uses I_x(a, b) = 1 − I_(1−x)(b, a) (DLMF 8.17.4).
 */
function regularisedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularisedBeta(1 - x, b, a);
  const logOfFactor =
    a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b) - Math.log(a);
  return Math.exp(logOfFactor) / betaFraction(x, a, b);
}

const MAX_TERMS = 10_000;
const PRECISION = 1e-15;
/** The number that replaces 0 where the next step of Lentz's algorithm would divide by 0. */
const TINY = 1e-300;

/**
 * Returns the continued fraction of the incomplete beta function I_x(a, b), DLMF 8.17.22, by the algorithm of Lentz in
 * the version of Thompson and Barnett: "Coulomb and Bessel Functions of Complex Arguments and Order", Journal of
 * Computational Physics 64, 1986. The algorithm needs about √max(a, b) terms.
 */
function betaFraction(x: number, a: number, b: number): number {
  let value = 1;
  let numerator = 1;
  let denominator = 0;
  for (let term = 1; term <= MAX_TERMS; term += 1) {
    const d = coefficientOf(term, x, a, b);
    denominator = 1 / (1 + d * denominator || TINY);
    numerator = 1 + d / numerator || TINY;
    const change = numerator * denominator;
    value *= change;
    if (Math.abs(change - 1) < PRECISION) return value;
  }
  throw new Error(`the continued fraction of I_${x}(${a}, ${b}) did not converge`);
}

/**
 * Returns the coefficient d of the given term in the continued fraction of the incomplete beta function (DLMF 8.17.22
 * and 8.17.23). The first term has number 1.
 */
function coefficientOf(term: number, x: number, a: number, b: number): number {
  const m = Math.floor(term / 2);
  const bottom = (a + 2 * m - 1 + (term % 2)) * (a + 2 * m + (term % 2));
  return term % 2 === 0 ? (m * (b - m) * x) / bottom : (-(a + m) * (a + b + m) * x) / bottom;
}

/**
 * Returns ln Γ(z) for z above 0 by Lanczos's approximation: "A Precision Approximation of the Gamma Function", SIAM
 * Journal on Numerical Analysis 1, 1964. The coefficients are Godfrey's for g = 7 and nine terms, as the GNU Scientific
 * Library has them.
 */
function logGamma(z: number): number {
  // Lanczos's approximation is that of Γ(z + 1), so the function computes Γ(z) as Γ(z + 1) / z.
  let series = LANCZOS[0] ?? 0;
  for (let k = 1; k < LANCZOS.length; k += 1) series += (LANCZOS[k] ?? 0) / (z + k);
  const base = z + LANCZOS_G + 0.5;
  return (z + 0.5) * Math.log(base) - base + Math.log(Math.sqrt(2 * Math.PI) * series) - Math.log(z);
}

const LANCZOS_G = 7;
const LANCZOS: readonly number[] = [
  0.999_999_999_999_809_9, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1,
  -176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6,
  1.505_632_735_149_311_6e-7,
];
