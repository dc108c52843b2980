import { quantile } from "./rules.ts";

/** Returns the probability that a number from the standard normal distribution is above z, by Simpson's rule. */
function upperTail(z: number): number {
  const steps = 400;
  const width = z / steps;
  let sum = 0;
  for (let step = 0; step <= steps; step += 1) {
    const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp(-((step * width) ** 2) / 2);
  }
  return 0.5 - (sum * width) / 3 / Math.sqrt(2 * Math.PI);
}

function binomial(n: number, k: number): number {
  return k === 0 ? 1 : (binomial(n, k - 1) * (n - k + 1)) / k;
}

/** Returns the standard error of the logarithm of a median (Bonett and Price, 2002). */
function logErrorOf(scores: readonly number[]): number {
  const sorted = scores.toSorted((a, b) => a - b);
  const count = sorted.length;
  const rank = Math.max(1, Math.round((count + 1) / 2 - Math.sqrt(count)));
  const below = Array.from({ length: rank }, (_, k) => binomial(count, k) / 2 ** count);
  const probability = below.reduce((sum, one) => sum + one, 0);
  let [low, high] = [0, 8];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (upperTail(middle) > probability) low = middle;
    else high = middle;
  }
  return Math.log((sorted.at(-rank) ?? 0) / (sorted[rank - 1] ?? 0)) / (2 * low);
}

/**
 * Returns by how many percent the median of the scores `to` is higher than that of the scores `from`; null if the gain
 * is below 3 % or uncertain.
 */
export function certainGain(from: readonly number[], to: readonly number[]): number | null {
  const ratio = quantile(to, 0.5) / quantile(from, 0.5);
  const isCertain = Math.log(ratio) > 1.959963985 * Math.hypot(logErrorOf(from), logErrorOf(to));
  return isCertain && ratio >= 1.03 ? 100 * (ratio - 1) : null;
}
