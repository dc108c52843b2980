import {
  isSameThing,
  type ComparedFigure,
  type Difference,
  type FigureValue,
  type ThingId,
} from "./comparison.ts";
import type { ComparedMetric, Verdict } from "./compared-metrics.ts";
import { bootstrapInterval } from "./statistics/bootstrap-interval.ts";
import type { Sample } from "../benchmarks/index.ts";
import { welchInterval, type Interval } from "./statistics/welch.ts";

/** The measured values of one figure of a build or a run. */
export interface Measured {
  id: ThingId;
  /** The values of the figure and the best of these values; null if only unranked runs have the figure. */
  sample: (Sample & { best: number }) | null;
  unrankedRuns?: number;
  /** True for an unranked run, which a comparison shows but compares with nothing. */
  isUnranked?: boolean;
  /** A key that is equal for runs with the same settings: runs with different settings are not compared. */
  settings?: string;
  /**
   * The figures of random resamples of the frames, which show how much the compared figure varies. Present if the
   * figure is that of a single run with stored frames.
   */
  resamples?: Float32Array | null;
}

/**
 * Compares a figure of each build or run with the figure of the baseline (the build or run that the request names). If
 * the request names no baseline, or if the baseline is unranked or lacks the figure, the figures are compared with the
 * first build or run that may be ranked and has the figure.
 */
export function compareFigure(
  metric: ComparedMetric,
  measured: readonly Measured[],
  baseline?: ThingId,
): ComparedFigure {
  const comparable = measured.filter(({ sample, isUnranked }) => sample && !isUnranked);
  const first = comparable.find(({ id }) => baseline && isSameThing(id, baseline)) ?? comparable[0];
  const { figure, unit, higher_is_better } = metric;
  const values = measured.map((one): ThingId & FigureValue => {
    const { id, sample, unrankedRuns } = one;
    return {
      ...id,
      runs: sample?.runs ?? 0,
      ...(unrankedRuns !== undefined && { unranked_runs: unrankedRuns }),
      // A figure of which neither a higher nor a lower value is better, such as a temperature, has no best value.
      best: higher_is_better === null ? null : (sample?.best ?? null),
      mean: sample?.mean ?? null,
      stdev: sample?.stdev ?? null,
      difference: first && one !== first && !one.isUnranked ? differenceOf(metric, first, one) : null,
    };
  });
  return { figure, unit, higher_is_better, values };
}

/**
 * Returns the difference between the first value of a figure and another value. Returns null if either value is
 * missing, if both values were measured with different settings, or if the first mean is 0, because a percentage of 0
 * is undefined.
 */
function differenceOf(metric: ComparedMetric, first: Measured, other: Measured): Difference | null {
  if (!first.sample || !other.sample || first.sample.mean === 0 || first.settings !== other.settings)
    return null;
  const percentOf = (value: number) => (100 * value) / (first.sample?.mean ?? 0);
  const interval = intervalOf(metric, first, other, percentOf);
  return {
    percent: percentOf(other.sample.mean - first.sample.mean),
    interval:
      interval && isPossible(interval) ? { low_percent: interval.low, high_percent: interval.high } : null,
    verdict: interval && verdictOn(metric, interval, Math.min(first.sample.runs, other.sample.runs)),
  };
}

/**
 * Returns whether a confidence interval is possible: its lower end must be above −100 %, because no figure can fall by
 * 100 %. A few runs that differ a lot can give a lower end that is impossible, and such an interval tells readers
 * nothing.
 */
const isPossible = ({ low }: Interval): boolean => low > -100;

function intervalOf(
  { figure, resampledAs = figure }: ComparedMetric,
  first: Measured,
  other: Measured,
  percentOf: (value: number) => number,
): Interval | null {
  if (first.resamples && other.resamples)
    return bootstrapInterval(resampledAs, first.resamples, other.resamples);
  const interval = first.sample && other.sample && welchInterval(first.sample, other.sample);
  return interval && { low: percentOf(interval.low), high: percentOf(interval.high) };
}

/**
 * The minimum number of runs of each build for the verdict that two builds are alike. With fewer runs, the confidence
 * interval is so wide that it includes 0 even for real differences.
 */
const MIN_RUNS_ALIKE = 3;

/**
 * Returns the verdict on a difference: a difference is real if its confidence interval excludes 0. Returns null for a
 * figure of which neither higher nor lower values are better.
 * @param runs the number of runs of the side with fewer runs
 */
function verdictOn(
  { higher_is_better, better, worse }: ComparedMetric,
  interval: Interval,
  runs: number,
): Verdict | null {
  if (higher_is_better === null) return null;
  const { low, high } = interval;
  if (low <= 0 && high >= 0)
    return runs < MIN_RUNS_ALIKE || !isPossible(interval) ? "too few runs to tell" : "no real difference";
  return (low > 0 === higher_is_better ? better : worse) ?? null;
}
