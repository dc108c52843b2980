import type { ComparedFigure, Difference, FigureValue, ThingId } from "./comparison.ts";
import type { ComparedMetric, Verdict } from "./compared-metrics.ts";
import { bootstrapInterval } from "./statistics/bootstrap-interval.ts";
import type { Sample } from "../benchmarks/index.ts";
import { welchInterval, type Interval } from "./statistics/welch.ts";

/** What is measured of one figure of a build or a run. */
export interface Measured {
  id: ThingId;
  /** Null where only suspect runs have the figure. */
  sample: (Sample & { best: number }) | null;
  suspectRuns?: number;
  /** True for a suspect run: it is shown, and compared with nothing. */
  isSuspect?: boolean;
  /** The resamples of the only run, where it is a capture with its frames; they tell how much its figures vary. */
  resamples?: Float32Array | null;
}

/** Compares a figure: each of the measured with the first that has it and is not suspect. */
export function compareFigure(metric: ComparedMetric, measured: readonly Measured[]): ComparedFigure {
  const first = measured.find(({ sample, isSuspect }) => sample && !isSuspect);
  const { figure, unit, higher_is_better } = metric;
  const values = measured.map((one): ThingId & FigureValue => {
    const { id, sample, suspectRuns } = one;
    return {
      ...id,
      runs: sample?.runs ?? 0,
      ...(suspectRuns !== undefined && { suspect_runs: suspectRuns }),
      best: sample?.best ?? null,
      mean: sample?.mean ?? null,
      stdev: sample?.stdev ?? null,
      difference: first && one !== first && !one.isSuspect ? differenceOf(metric, first, one) : null,
    };
  });
  return { figure, unit, higher_is_better, values };
}

/** Returns null where there is no percentage of the first one, or nothing to compare with it. */
function differenceOf(metric: ComparedMetric, first: Measured, other: Measured): Difference | null {
  if (!first.sample || !other.sample || first.sample.mean === 0) return null;
  const percentOf = (value: number) => (100 * value) / (first.sample?.mean ?? 0);
  const interval = intervalOf(metric, first, other, percentOf);
  return {
    percent: percentOf(other.sample.mean - first.sample.mean),
    interval: interval && { low_percent: interval.low, high_percent: interval.high },
    verdict: interval && verdictOn(metric, interval),
  };
}

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

/** A difference is real where its interval leaves 0 out. */
function verdictOn({ higher_is_better, better, worse }: ComparedMetric, { low, high }: Interval): Verdict {
  if (low > 0) return higher_is_better ? better : worse;
  if (high < 0) return higher_is_better ? worse : better;
  return "no real difference";
}
