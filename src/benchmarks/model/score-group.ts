import type { Run } from "./run.ts";
import { exact, negative, parseExact, plus, quotient, textOfExact, times } from "./exact-number.ts";

/** How many scores there are, and what they add up to. */
export interface ScoreSums {
  runs: number;
  /** The sum of the scores: see exact-number.ts. */
  sum: string;
  /** The sum of the squares of the scores. */
  sum_of_squares: string;
}

/** The kept figures of one benchmark and variant on one build, over its counted runs. */
export interface ScoreGroup extends ScoreSums {
  benchmark_id: number;
  /**
   * The 3DMark test or the game: only runs of one variant are comparable. Null for typed-in scores. A run whose game is unknown is
   * a group of its own: see `groupVariantOf`.
   */
  variant: string | null;
  best: number;
  latest: LatestRun;
}

/** The last run by time, and within one submission the last by its place there. */
export interface LatestRun {
  run_id: string;
  score: number;
  created_at: Date;
  submission_id: string;
  sequence: number;
}

/** The sums of no score. */
export const noScores: ScoreSums = { runs: 0, sum: "0p0", sum_of_squares: "0p0" };

/** Returns the sums with one more score, or with one less. */
export function changeSums(
  { runs, sum, sum_of_squares }: ScoreSums,
  score: number,
  change: "add" | "take away",
): ScoreSums {
  const value = exact(score);
  const square = times(value, value);
  const isAdded = change === "add";
  return {
    runs: runs + (isAdded ? 1 : -1),
    sum: textOfExact(plus(parseExact(sum), isAdded ? value : negative(value))),
    sum_of_squares: textOfExact(plus(parseExact(sum_of_squares), isAdded ? square : negative(square))),
  };
}

/** Returns the figures of two groups of one benchmark together, by the name of the first. */
export function joinGroups(a: ScoreGroup, b: ScoreGroup, isHigherBetter: boolean): ScoreGroup {
  return {
    ...a,
    runs: a.runs + b.runs,
    sum: textOfExact(plus(parseExact(a.sum), parseExact(b.sum))),
    sum_of_squares: textOfExact(plus(parseExact(a.sum_of_squares), parseExact(b.sum_of_squares))),
    best: bestOf([a.best, b.best], isHigherBetter),
    latest: laterOf(a.latest, b.latest),
  };
}

/** Returns the mean of a group's scores. */
export function meanOf({ sum, runs }: ScoreGroup): number {
  return quotient(parseExact(sum), runs);
}

/** Returns the standard deviation of the sample, √((n·Σx² − (Σx)²) / (n·(n − 1))); null below two runs. */
export function sampleStandardDeviationOf({ sum, sum_of_squares, runs }: ScoreGroup): number | null {
  if (runs < 2) return null;
  const total = parseExact(sum);
  const n = exact(runs);
  const difference = plus(times(n, parseExact(sum_of_squares)), negative(times(total, total)));
  return Math.sqrt(quotient(difference, runs * (runs - 1)));
}

/** Returns a run as the latest of its group has it. */
export function latestRunOf(
  {
    _id,
    created_at,
    submission_id,
    sequence,
  }: Pick<Run, "_id" | "created_at" | "submission_id" | "sequence">,
  score: number,
): LatestRun {
  return { run_id: _id, score, created_at, submission_id, sequence };
}

/** Returns the best of some scores, of which there is at least one. */
export function bestOf(scores: readonly number[], isHigherBetter: boolean): number {
  return scores.reduce((a, b) => (isHigherBetter ? Math.max(a, b) : Math.min(a, b)));
}

/** Returns the later of two runs of a build. */
export function laterOf(a: LatestRun, b: LatestRun): LatestRun {
  return compareAges(a, b) < 0 ? b : a;
}

/** The fields of a run that tell which of two is the earlier one. */
type AgedRun = Pick<LatestRun, "created_at" | "submission_id" | "sequence">;

/** Compares two runs of a build by their age. Returns a number below 0 where the first one is the earlier one. */
export function compareAges(a: AgedRun, b: AgedRun): number {
  return (
    a.created_at.getTime() - b.created_at.getTime() ||
    compareTexts(a.submission_id, b.submission_id) ||
    a.sequence - b.sequence
  );
}

/** Compares as MongoDB does, so that the latest run is the first of the list of a build's runs. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
