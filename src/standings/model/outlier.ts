import type { Run } from "../../benchmarks/index.ts";
import { fromFile, message, type Message } from "../../readers/index.ts";

/** With fewer accounts in a cohort, or fewer entries in a benchmark and variant, nobody can say what is usual. */
export const MIN_ENTRIES = 20;
/** A score that is farther from the median than so many robust deviations is an outlier. */
const MARKED_BEYOND = 5;
/**
 * A cohort clears its marks within this share of that distance, so that a score at the border is not marked and cleared
 * in turn.
 */
const CLEARED_WITHIN = 0.9;
/** A score that is so many times as good as the best of all other accounts is an outlier. */
const MARKED_ABOVE_BEST = 4 / 3;

/**
 * Turns the median absolute deviation of a normal distribution into its standard deviation. Source of it and of the
 * check by median and MAD: C. Leys et al., "Detecting outliers: Do not use standard deviation around the mean, use
 * absolute deviation around the median", Journal of Experimental Social Psychology 49 (2013), 764-766.
 */
const MAD_TO_SIGMA = 1.4826;
/**
 * Runs on one machine differ by so much of their logarithm in any case. Where more than half of a cohort have one
 * score, its MAD is 0.
 */
const LEAST_SIGMA = 0.01;

/**
 * By which comparison a run is an outlier: with the builds that have the same parts, or with all of its benchmark and
 * variant.
 */
export type OutlierMark = NonNullable<Run["outlier_mark"]>;

/** The usual scores of a cohort. */
export interface UsualScores {
  /** How many accounts have a score in the cohort. */
  accounts: number;
  median: number;
  /** What lies below or above is an outlier. */
  from: number;
  to: number;
  /** A score that the cohort has marked is cleared from here on … */
  clearedFrom: number;
  /** … and up to here. */
  clearedTo: number;
}

/**
 * Returns the usual scores of a cohort; null where it has too few.
 * @param bests the best score of each account: all above 0
 */
export function usualScoresOf(bests: Float64Array): UsualScores | null {
  if (bests.length < MIN_ENTRIES) return null;
  const logs = bests.map((score) => Math.log(score)).sort();
  const median = middleOf(logs);
  const mad = middleOf(logs.map((log) => Math.abs(log - median)).sort());
  const distance = MARKED_BEYOND * Math.max(LEAST_SIGMA, MAD_TO_SIGMA * mad);
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

/** Whether a score lies far from the usual ones. @param mark the mark that it has until now; null where it has none */
export function isFar(score: number, usual: UsualScores, mark: OutlierMark | null = null): boolean {
  if (mark?.by === "cohort") return score < usual.clearedFrom || score > usual.clearedTo;
  return score < usual.from || score > usual.to;
}

/**
 * Returns the value above which results are better by more than a third than a value of another account. Values are
 * scores, negated where less is better.
 */
export function limitAheadOf(value: number): number {
  return value > 0 ? value * MARKED_ABOVE_BEST : value / MARKED_ABOVE_BEST;
}

/**
 * Says to everybody that a score is far above or far below those of its cohort.
 * @param parts what the cohort shares: "CPU and GPU"
 */
export function reasonOfFar(
  side: "above" | "below",
  { accounts, median, from, to }: UsualScores,
  { parts, unit }: { parts: string; unit: string },
): Message {
  const range = own(`${rounded(from)} to ${rounded(to)} ${unit}`);
  return message`The score lies far ${own(side)} those of other builds with the same ${own(parts)}: the median of ${accounts} of them is ${own(`${rounded(median)} ${unit}`)}, and ${range} are usual. ${advice}`;
}

/** Says to everybody that a score is better by more than a third than those of all other accounts. */
export function reasonOfAhead(
  { entries, best }: { entries: number; best: number },
  { unit }: { unit: string },
): Message {
  return message`The score is better by more than a third than the best of ${entries} other results, ${own(`${rounded(best)} ${unit}`)}. ${advice}`;
}

const advice = message`Such a result is shown and not ranked. Check that the build has the parts of the machine that was measured, and run the benchmark again; if the result is right, ask the operator of this service for a review.`;

// Words of ours and figures, which everybody may read.
function own(text: string): Message {
  return fromFile(text, text);
}

/** A figure with at most three digits behind the point, and not more than people read. */
function rounded(value: number): number {
  return Number(value.toPrecision(value >= 1000 ? 6 : 4));
}
