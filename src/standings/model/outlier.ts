import type { Run } from "../../benchmarks/index.ts";
import { fromFile, message, type Message } from "../../readers/index.ts";

/**
 * The minimum number of entries (best runs of builds) that a benchmark and variant must have before a score can count
 * as far ahead of all others. Every build counts: the build of the checked score, too, and each of several builds of
 * one account.
 */
export const MIN_ENTRIES = 20;
/**
 * The number of robust standard deviations by which a score may differ from the median of its cohort (builds with the
 * same parts). Each bound holds for cohorts with at least its number of accounts. The bounds of small cohorts are
 * wider, because the deviation of few scores is less certain. In a cohort with fewer accounts than the smallest of
 * these numbers, no score is marked as an outlier.
 */
const MARKED_BEYOND = [
  { accounts: 20, deviations: 5 },
  { accounts: 8, deviations: 8 },
] as const;
/**
 * A run that is marked as an outlier loses its mark if the distance of its score from the median is at most this share
 * of the distance beyond which scores are marked. The share is below 1, so that a score at the border is not marked and
 * cleared again and again.
 */
const CLEARED_WITHIN = 0.9;
/** The factor by which a score must be better than the best score of all other accounts to count as an outlier. */
const MARKED_ABOVE_BEST = 4 / 3;

/**
 * Turns the median absolute deviation of a normal distribution into its standard deviation. Source of the factor and of
 * the check by median and MAD (the median absolute deviation): C. Leys et al., "Detecting outliers: Do not use standard
 * deviation around the mean, use absolute deviation around the median", Journal of Experimental Social Psychology 49
 * (2013), 764-766.
 */
const MAD_TO_SIGMA = 1.4826;
/**
 * The least standard deviation of the logarithms of scores, because runs on one machine always differ by about this
 * much. Without this bound, the deviation would be 0 if more than half of the accounts had the same score.
 */
const LEAST_SIGMA = 0.01;

/**
 * The comparison that found a run to be an outlier: the comparison with the builds that have the same parts, or with
 * all results of the run's benchmark and variant.
 */
export type OutlierMark = NonNullable<Run["outlier_mark"]>;

/** The median score of a cohort (builds with the same parts), and the bounds beyond which scores are outliers. */
export interface UsualScores {
  /** The number of accounts that have a score in the cohort (the builds with the same parts). */
  accounts: number;
  median: number;
  /** The lower bound of the scores that are no outliers; `to` is the upper bound. */
  from: number;
  to: number;
  /** The lowest score with which a run loses its mark as an outlier. */
  clearedFrom: number;
  /** The highest score with which a run loses its mark as an outlier. */
  clearedTo: number;
}

/**
 * Returns the median score and the outlier bounds of a cohort (builds with the same parts); null if the cohort has too
 * few accounts.
 * @param bests the best score of each account; all above 0
 */
export function usualScoresOf(bests: Float64Array): UsualScores | null {
  const beyond = MARKED_BEYOND.find(({ accounts }) => bests.length >= accounts);
  if (!beyond) return null;
  const logs = bests.map((score) => Math.log(score)).sort();
  const median = middleOf(logs);
  const mad = middleOf(logs.map((log) => Math.abs(log - median)).sort());
  const distance = beyond.deviations * Math.max(LEAST_SIGMA, MAD_TO_SIGMA * mad);
  return {
    accounts: bests.length,
    median: Math.exp(median),
    from: Math.exp(median - distance),
    to: Math.exp(median + distance),
    clearedFrom: Math.exp(median - CLEARED_WITHIN * distance),
    clearedTo: Math.exp(median + CLEARED_WITHIN * distance),
  };
}

function middleOf(ascending: Float64Array): number {
  const at = (ascending.length - 1) / 2;
  return ((ascending[Math.floor(at)] ?? 0) + (ascending[Math.ceil(at)] ?? 0)) / 2;
}

/**
 * Returns whether a score lies beyond the outlier bounds of the builds with the same parts. The bounds are narrower for
 * a run that this comparison has already marked.
 * @param mark the outlier mark that the run has now; null if the run has no mark
 */
export function isFar(score: number, usual: UsualScores, mark: OutlierMark | null = null): boolean {
  if (mark?.by === "cohort") return score < usual.clearedFrom || score > usual.clearedTo;
  return score < usual.from || score > usual.to;
}

/**
 * Returns the value above which a result is more than a third better than the given value of another account. Values
 * are scores, negated if lower scores are better.
 */
export function limitAheadOf(value: number): number {
  return value > 0 ? value * MARKED_ABOVE_BEST : value / MARKED_ABOVE_BEST;
}

/**
 * Returns the public message that a score is far above or far below the scores of builds with the same parts.
 * @param parts the kinds of part that the builds share: "CPU and GPU"
 */
export function reasonOfFar(
  side: "above" | "below",
  { accounts, median, from, to }: UsualScores,
  { parts, unit }: { parts: string; unit: string },
): Message {
  const range = own(`${rounded(from)} to ${rounded(to)} ${unit}`);
  return message`The score lies far ${own(side)} the scores of other builds with the same ${own(parts)}: the median of the best scores of ${accounts} accounts is ${own(`${rounded(median)} ${unit}`)}, and ${range} are usual. ${advice}`;
}

/**
 * Returns the public message that a score is more than a third better than the scores of all other accounts.
 * @param best the best of the scores of the other accounts
 */
export function reasonOfAhead(best: number, { unit }: { unit: string }): Message {
  return message`The score is better by more than a third than the best result of all other accounts, ${own(`${rounded(best)} ${unit}`)}. ${advice}`;
}

const advice = message`The service shows the result, but does not rank the result. Check that the build has the parts of the machine that was measured, and run the benchmark again; if the result is right, ask the operator of this service for a review.`;

// Marks a text as a public message. The text may contain only words and numbers of this service, and no text from a
// client or a file.
function own(text: string): Message {
  return fromFile(text, text);
}

/** Rounds a number to four significant digits, or to six digits from 1000 on, so that people can read it. */
function rounded(value: number): number {
  return Number(value.toPrecision(value >= 1000 ? 6 : 4));
}
