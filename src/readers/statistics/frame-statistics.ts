import type { FrameMetrics, ToolMetrics } from "../read-result.ts";
import type { Smoothness } from "./smoothness.ts";
import { quantile, sum } from "./sums.ts";

const MIN_FRAMES_FOR_1_PERCENT_LOW = 100;
const MIN_FRAMES_FOR_0_1_PERCENT_LOW = 1000;

/**
 * Returns the metrics of n frame times f (milliseconds, in ascending order, each above 0, at least one):
 * - `average_fps` = 1000 n / Σf, as FrameView, CapFrameX and MangoHud define it; not the mean of the frames' rates
 * - `p5_fps`, `p1_fps`, `p0_1_fps`, `median_fps` = 1000 / quantile of f at 0.95, 0.99, 0.999, 0.5 (type 7)
 * - `low_1_fps`, `low_0_1_fps` = 1000 / mean of the slowest ⌈n/100⌉, ⌈n/1000⌉ frames; null below 100, 1 000 frames
 * - `min_fps`, `max_fps` = 1000 / longest, shortest f
 * - `stdev_ms` = √(Σ(f − mean)² / n), `duration_s` = Σf / 1000
 */
export function frameStatistics(ascending: Float64Array): FrameStatistics {
  const n = ascending.length;
  const total = sum(ascending);
  const fpsAt = (p: number) => 1000 / quantile(ascending, 1 - p);
  return {
    average_fps: (1000 * n) / total,
    median_fps: fpsAt(0.5),
    p5_fps: fpsAt(0.05),
    p1_fps: fpsAt(0.01),
    p0_1_fps: fpsAt(0.001),
    low_1_fps: n < MIN_FRAMES_FOR_1_PERCENT_LOW ? null : lowFps(ascending, Math.ceil(n / 100)),
    low_0_1_fps: n < MIN_FRAMES_FOR_0_1_PERCENT_LOW ? null : lowFps(ascending, Math.ceil(n / 1000)),
    min_fps: 1000 / (ascending[n - 1] ?? 0),
    max_fps: 1000 / (ascending[0] ?? 0),
    stdev_ms: populationDeviation(ascending, total / n),
    frames: n,
    duration_s: total / 1000,
  };
}

type TimeFigures = Omit<
  FrameMetrics,
  | "dropped_frames"
  | "generated_frames"
  | "displayed_average_fps"
  | "samples"
  | "tool"
  | "application"
  | keyof Smoothness
  | "gpu_limited_percent"
  | "fps_per_watt"
  | keyof ToolMetrics
>;

/** The metrics that depend on the frame times alone; only the means of the slowest frames (`low_…`) can be null. */
type FrameStatistics = { [Name in keyof TimeFigures]: Name extends `low_${string}` ? number | null : number };

// Returns the frame rate of the slowest frames: 1000 divided by the mean of their times.
function lowFps(ascending: Float64Array, slowest: number): number {
  return (1000 * slowest) / sum(ascending.subarray(ascending.length - slowest));
}

function populationDeviation(values: Float64Array, mean: number): number {
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) squares += ((values[at] ?? 0) - mean) ** 2;
  return Math.sqrt(squares / values.length);
}
