import type { ToolMetrics } from "../read-result.ts";
import { quantile, quantileType8, sum } from "./sums.ts";

/** What a tool calculates its own figures from. */
export interface ToolInput {
  /** Frame times in milliseconds, smallest first. */
  ascending: Float64Array;
  /** Rows with the frame time 0, which are not in `ascending`. */
  zeroFrames: number;
  /** The last value of the column TimeInSeconds; NaN where there is none. */
  lastTimeS: number;
}

// The frame time at a place counted from the slowest frame, from 0.
function slowestAt(ascending: Float64Array, place: number): number {
  return ascending[ascending.length - 1 - Math.min(place, ascending.length - 1)] ?? 0;
}

/**
 * FrameView 1.x, as its FrameView_Summary.csv has them (verified against pairs of log and summary): with n rows, those of
 * frame time 0 included, and D their frame times from the slowest on, "x% FPS" is 1000 / D[⌊x n⌋] and "x% Low FPS"
 * 1000 / mean of D[0] … D[⌊x n⌋]. Its maximum comes from times that the log does not have, and is left out.
 */
function frameViewFigures({ ascending, zeroFrames }: ToolInput): ToolMetrics {
  const n = ascending.length + zeroFrames;
  const fpsAt = (share: number) => 1000 / slowestAt(ascending, Math.floor(share * n));
  const low = (share: number) => {
    const count = Math.min(Math.floor(share * n) + 1, ascending.length);
    return (1000 * count) / sum(ascending.subarray(ascending.length - count));
  };
  return {
    tool_average_fps: (1000 * n) / sum(ascending),
    tool_min_fps: 1000 / slowestAt(ascending, 0),
    tool_p10_fps: fpsAt(0.1),
    tool_p5_fps: fpsAt(0.05),
    tool_p1_fps: fpsAt(0.01),
    tool_p0_1_fps: fpsAt(0.001),
    tool_low_1_fps: low(0.01),
    tool_low_0_1_fps: low(0.001),
  };
}

/**
 * CapFrameX, as its analysis shows them before rounding and without removal of outliers (source: its class
 * FrametimeStatisticProvider): P5, P1 and P0.1 are type-8 quantiles of the frames' rates; "x% low average" is 1000 / mean
 * of the frame times that are not below their type-8 quantile at 1 − x; "x% low integral" is the rate of the frame at
 * which the times, added up from the slowest on, reach the share x of the whole.
 */
function capFrameXFigures({ ascending }: ToolInput): ToolMetrics {
  const total = sum(ascending);
  const ratesAscending = ascending.map((time) => 1000 / time).toReversed();
  const lowAverage = (share: number) => {
    const threshold = quantileType8(ascending, 1 - share);
    const slowest = ascending.subarray(ascending.findIndex((time) => time >= threshold));
    return (1000 * slowest.length) / sum(slowest);
  };
  const lowIntegral = (share: number) => {
    let added = 0;
    let place = -1;
    while (place < ascending.length - 1 && added < total * share) {
      place += 1;
      added += slowestAt(ascending, place);
    }
    return 1000 / slowestAt(ascending, place);
  };
  return {
    tool_average_fps: (1000 * ascending.length) / total,
    tool_p5_fps: quantileType8(ratesAscending, 0.05),
    tool_p1_fps: quantileType8(ratesAscending, 0.01),
    tool_p0_1_fps: quantileType8(ratesAscending, 0.001),
    tool_low_1_fps: lowAverage(0.01),
    tool_low_0_1_fps: lowAverage(0.001),
    tool_low_1_integral_fps: lowIntegral(0.01),
    tool_low_0_1_integral_fps: lowIntegral(0.001),
  };
}

/**
 * MangoHud, as its …_summary.csv has them: 1000 / D[trunc(v n − 1)], at least D[0], for v = 0.001, 0.01 and 0.97 in
 * single precision ("0.1% Min FPS", "1% Min FPS", "97% Percentile FPS"), and 1000 / mean frame time. Source: its fps_metrics.h.
 */
function mangoHudFigures({ ascending }: ToolInput): ToolMetrics {
  const n = ascending.length;
  const fpsAt = (share: number) => {
    const place = Math.fround(Math.fround(Math.fround(share) * n) - 1);
    return 1000 / slowestAt(ascending, Math.max(Math.trunc(place), 0));
  };
  return {
    tool_average_fps: (1000 * n) / sum(ascending),
    tool_p0_1_fps: fpsAt(0.001),
    tool_p1_fps: fpsAt(0.01),
    tool_p97_fps: fpsAt(0.97),
  };
}

/**
 * OCAT, as its perf_summary.csv has them: the average is the count of frames over the last time stamp, and the
 * percentiles are those of the frame times, by linear interpolation at rank p(n − 1).
 */
function ocatFigures({ ascending, lastTimeS }: ToolInput): ToolMetrics {
  return {
    ...(lastTimeS > 0 && { tool_average_fps: ascending.length / lastTimeS }),
    tool_p95_frame_time_ms: quantile(ascending, 0.95),
    tool_p99_frame_time_ms: quantile(ascending, 0.99),
    tool_p99_9_frame_time_ms: quantile(ascending, 0.999),
  };
}

const definitions: ReadonlyMap<string, (input: ToolInput) => ToolMetrics> = new Map([
  ["CapFrameX", capFrameXFigures],
  ["FrameView", frameViewFigures],
  ["MangoHud", mangoHudFigures],
  ["OCAT", ocatFigures],
]);

/** The figures that a tool would show for these frames, by its own definitions; none where they are not known. */
export function toolFigures(tool: string, input: ToolInput): ToolMetrics {
  return definitions.get(tool)?.(input) ?? {};
}
