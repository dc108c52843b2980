import {
  channelNames,
  channelOf,
  type ChannelFigures,
  type ChannelName,
  type FrameMetrics,
  type ThreeDMarkMetrics,
} from "../readers/index.ts";
import type { BenchmarkType } from "../benchmarks/index.ts";

/**
 * The verdict of a comparison on a figure, in words that depend on the figure: a frame rate is faster or slower, a
 * deviation steadier or less steady.
 */
export type Verdict =
  | "faster"
  | "slower"
  | "steadier"
  | "less steady"
  | "more efficient"
  | "less efficient"
  | "no real difference"
  | "too few runs to tell";

/** A figure that comparisons contain, such as the average frame rate: its name, its unit and its possible verdicts. */
export interface ComparedMetric {
  figure: string;
  unit: string;
  /** Null for a figure of which neither higher nor lower values are better, such as a temperature. */
  higher_is_better: boolean | null;
  /**
   * The verdict on a value that is better than that of the baseline; `worse` is the verdict on a worse value. Both are
   * absent for a figure of which neither higher nor lower values are better, such as a temperature.
   */
  better?: Verdict;
  worse?: Verdict;
  /** The name that the figure has among the resampled figures of a capture, if that name differs from `figure`. */
  resampledAs?: string;
}

const speed = { better: "faster", worse: "slower" } as const;
const steadiness = { better: "steadier", worse: "less steady" } as const;

type NumericMetric<M> = { [Name in keyof M]-?: NonNullable<M[Name]> extends number ? Name : never }[keyof M];

const rate = (figure: NumericMetric<FrameMetrics>): ComparedMetric => ({
  figure,
  unit: "fps",
  higher_is_better: true,
  ...speed,
});

const percent = (figure: NumericMetric<FrameMetrics>): ComparedMetric => ({
  figure,
  unit: "%",
  higher_is_better: null,
});

/**
 * Returns how comparisons treat the mean of a channel (a recorded value such as a temperature). Shorter busy times and
 * latencies of frames are better; of other channels, neither higher nor lower values are better.
 */
function channelMetric(name: ChannelName): ComparedMetric {
  const { unit, isOfFrame } = channelOf(name);
  const isTime = isOfFrame === true;
  return { figure: name, unit, higher_is_better: isTime ? false : null, ...(isTime && speed) };
}

const captureMetrics: readonly ComparedMetric[] = [
  rate("average_fps"),
  rate("median_fps"),
  rate("p5_fps"),
  rate("p1_fps"),
  rate("p0_1_fps"),
  rate("low_1_fps"),
  rate("low_0_1_fps"),
  rate("min_fps"),
  rate("max_fps"),
  {
    figure: "stdev_ms" satisfies NumericMetric<FrameMetrics>,
    unit: "ms",
    higher_is_better: false,
    ...steadiness,
  },
  { ...percent("stutter_percent"), higher_is_better: false, ...steadiness },
  { ...percent("time_below_30_fps_percent"), higher_is_better: false, ...speed },
  { ...percent("time_below_60_fps_percent"), higher_is_better: false, ...speed },
  percent("gpu_limited_percent"),
  {
    figure: "fps_per_watt" satisfies NumericMetric<FrameMetrics>,
    unit: "fps/W",
    higher_is_better: true,
    better: "more efficient",
    worse: "less efficient",
  },
  ...channelNames.map(channelMetric),
];

const points = (figure: NumericMetric<ThreeDMarkMetrics>): ComparedMetric => ({
  figure,
  unit: "points",
  higher_is_better: true,
  ...speed,
});

const threeDMarkMetrics: readonly ComparedMetric[] = [
  points("graphics_score"),
  points("overall_score"),
  points("cpu_score"),
];

/** Returns the figures of a benchmark's result files that comparisons show in addition to the score. */
export function metricsOf(type: BenchmarkType): readonly ComparedMetric[] {
  if (type.kind === "score") return [];
  return type.is_of_games ? captureMetrics : threeDMarkMetrics;
}

/**
 * Returns how comparisons treat the score of a benchmark: its unit and its verdicts. A better score is called faster,
 * both in benchmarks in which fewer seconds are better and in those in which more points are better.
 */
export function scoreOf(type: BenchmarkType): ComparedMetric {
  const { unit, higher_is_better } = type;
  return {
    figure: "score",
    unit,
    higher_is_better,
    ...speed,
    ...(type.is_of_games && { resampledAs: "average_fps" }),
  };
}

/** The figures of a run; comparisons show some of these figures. */
export interface RunFigures {
  metrics: object | null;
  channels: readonly ChannelFigures[];
}

/**
 * Returns a figure of a run from its metrics or, for the name of a channel, the mean of the channel (a recorded value
 * such as a temperature); null if the run lacks the figure.
 */
export function readMetric({ metrics, channels }: RunFigures, { figure }: ComparedMetric): number | null {
  const mean = channels.find(({ name }) => name === figure)?.mean;
  const value = mean ?? (metrics as Record<string, unknown> | null)?.[figure];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
