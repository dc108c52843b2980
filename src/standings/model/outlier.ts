import { fromFile, message, type Message } from "../../readers/index.ts";

/** Below so many entries nobody can say what is usual. */
export const MIN_ENTRIES = 20;
/**
 * A cohort that has had MIN_ENTRIES goes on to be judged by down to so many: each outlier that is marked leaves it, and must not leave the
 * others without a judge.
 */
export const MIN_ENTRIES_ESTABLISHED = 15;
/** A score that is farther from the median than so many robust deviations is an outlier. */
export const MARKED_BEYOND = 5;
/** An outlier stays one until it is nearer than this, so that a score at the border is not marked and cleared in turn. */
export const CLEARED_BELOW = 4.5;
/** A score that is so many times as good as the best one of other accounts in its category is an outlier, … */
export const MARKED_ABOVE_BEST = 4 / 3;
/** … and stays one until it is less than so many times as good. */
export const CLEARED_BELOW_BEST = 1.25;
/**
 * How often a mark goes away by itself. After that it stays until a reviewer decides: thus each run is marked and cleared a bounded
 * number of times, in whatever order others come and go.
 */
export const MAX_CLEARINGS = 3;

/**
 * Turns the median absolute deviation of a normal distribution into its standard deviation. Source of it and of judging by median and
 * MAD: C. Leys et al., "Detecting outliers: Do not use standard deviation around the mean, use absolute deviation around the median",
 * Journal of Experimental Social Psychology 49 (2013), 764-766.
 */
const MAD_TO_SIGMA = 1.4826;
/** Runs on one machine differ by so much of their logarithm in any case. Where more than half of a cohort have one score, its MAD is 0. */
const LEAST_SIGMA = 0.01;

/** How the scores of a cohort lie: the median of their natural logarithms, and the median distance from it. */
export interface Spread {
  builds: number;
  logMedian: number;
  logMad: number;
}

/** Returns the robust deviation of a cohort, of the logarithms of its scores. */
export function sigmaOf({ logMad }: Pick<Spread, "logMad">): number {
  return Math.max(LEAST_SIGMA, MAD_TO_SIGMA * logMad);
}

/** Returns how many robust deviations a score is away from the median of a cohort: below 0 for a lower score. */
export function deviationsOf(score: number, spread: Spread): number {
  return (Math.log(score) - spread.logMedian) / sigmaOf(spread);
}

/** The scores between which nothing of a cohort is an outlier. */
export function usualScoresOf(spread: Spread): { from: number; to: number } {
  const distance = MARKED_BEYOND * sigmaOf(spread);
  return { from: Math.exp(spread.logMedian - distance), to: Math.exp(spread.logMedian + distance) };
}

/** What is known of the results with which a score is compared. */
export interface Comparison {
  /** The cohort of the parts that the benchmark measures; null where a part of the build is unknown. */
  spread: Spread | null;
  /** The others of the category with all settings that the run states, and of wider ones, the narrowest first. */
  categories: readonly Rivals[];
}

/** The results of a category with which a score is compared. */
export interface Rivals {
  /** How many entries the category has. */
  builds: number;
  /** The best score that is not by the same account; null where there is none. */
  bestOther: number | null;
}

/** Which comparison has decided about a score. */
export type ComparedWith = "cohort" | "category";

/** A score to judge. */
export interface JudgedScore {
  score: number;
  isHigherBetter: boolean;
  /** By which comparison it is an outlier until now; null where it is none. */
  outlierBy: ComparedWith | null;
  /** Whether its cohort has ever had MIN_ENTRIES. */
  isEstablished: boolean;
}

/** Whether a score is an outlier; null where the comparison says too little, so that everything stays as it is. */
export type Verdict = { isOutlier: boolean; by: ComparedWith } | null;

/** A score is compared with the best of a category that has so many entries. */
export function isBigEnough({ builds, bestOther }: Rivals): boolean {
  return builds >= MIN_ENTRIES && bestOther !== null;
}

/** Returns how many times as good a score is as the best of a category; 0 where nobody else is in it. */
export function timesBest(
  score: number,
  { bestOther }: Rivals,
  { isHigherBetter }: { isHigherBetter: boolean },
): number {
  if (bestOther === null) return 0;
  return isHigherBetter ? score / bestOther : bestOther / score;
}

/**
 * Judges a score by its cohort where that is big enough, in both directions; and, whatever its cohort is like, by the best of its category,
 * for which it can only be too good. Of the category and the wider ones the narrowest decides that is big enough. A comparison that says
 * too little neither marks nor clears.
 */
export function verdictOf(judged: JudgedScore, { spread, categories }: Comparison): Verdict {
  const { score, outlierBy, isEstablished } = judged;
  const isNew = outlierBy === null;
  const hasCohort =
    spread !== null && spread.builds >= (isEstablished ? MIN_ENTRIES_ESTABLISHED : MIN_ENTRIES);
  if (hasCohort && Math.abs(deviationsOf(score, spread)) > (isNew ? MARKED_BEYOND : CLEARED_BELOW))
    return { isOutlier: true, by: "cohort" };
  // What a cohort has marked, only a cohort clears.
  if (!hasCohort && outlierBy === "cohort") return null;
  const rivals = categories.find(isBigEnough);
  if (rivals && timesBest(score, rivals, judged) > (isNew ? MARKED_ABOVE_BEST : CLEARED_BELOW_BEST))
    return { isOutlier: true, by: "category" };
  if (hasCohort) return { isOutlier: false, by: "cohort" };
  return rivals ? { isOutlier: false, by: "category" } : null;
}

/** What a reason names. */
interface ReasonFacts {
  score: number;
  unit: string;
  /** The kinds of part that the benchmark measures: "CPU", "CPU and GPU". */
  parts: string;
}

/** Says to everybody why a score is an outlier, and what to do. @param by the comparison that has decided */
export function reasonOf(
  { score, unit, parts }: ReasonFacts,
  { spread, categories }: Comparison,
  by: ComparedWith,
): Message {
  const shown = (value: number) => own(`${rounded(value)} ${unit}`);
  const advice = message`Such a result is shown and not ranked. Check that the build has the parts of the machine that was measured, and run the benchmark again; if the result is right, ask the operator of this service for a review.`;
  if (by === "cohort" && spread) {
    const deviations = deviationsOf(score, spread);
    const side = own(deviations > 0 ? "above" : "below");
    return message`The score of ${shown(score)} lies far ${side} those of other builds with the same ${own(parts)}: the median of ${spread.builds} of them is ${shown(Math.exp(spread.logMedian))}, and this is ${rounded(Math.abs(deviations))} robust deviations away, where at most ${MARKED_BEYOND} are usual. ${advice}`;
  }
  const { builds, bestOther } = categories.find(isBigEnough) ?? { builds: 0, bestOther: null };
  return message`The score of ${shown(score)} is better by more than a third than the best of ${builds} other results, ${shown(bestOther ?? Number.NaN)}. ${advice}`;
}

// Words of ours and figures, which everybody may read.
function own(text: string): Message {
  return fromFile(text, text);
}

/** A figure with at most three digits behind the point, and not more than people read. */
function rounded(value: number): number {
  return Number(value.toPrecision(value >= 1000 ? 6 : 4));
}
