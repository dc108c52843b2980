import type { ToolMetrics } from "../../read-result.ts";
import { largestAt, quantile, quantileType8, sum } from "../../statistics/sums.ts";

/**
 * Returns the metrics that a tool of the PresentMon family shows for a capture; an empty object for a tool whose
 * definitions are unknown.
 */
export function toolFigures(tool: string, input: ToolInput): ToolMetrics {
  return definitions.get(tool)?.(input) ?? {};
}

/** The data from which the metrics of a capture tool are calculated. */
export interface ToolInput {
  /** The frame times in milliseconds, in ascending order. */
  ascending: Float64Array;
  /** The number of rows with the frame time 0; these rows are not in `ascending`. */
  zeroFrames: number;
  /** The start of the first frame, in seconds since the start of the capture; NaN where the capture does not say. */
  beginS: number;
  /** The time of the last frame in seconds; NaN where the capture does not say. */
  lastTimeS: number;
}

const definitions: ReadonlyMap<string, (input: ToolInput) => ToolMetrics> = new Map([
  ["CapFrameX", capFrameXFigures],
  ["FrameView", frameViewFigures],
  ["OCAT", ocatFigures],
]);

/**
 * Returns the metrics of FrameView 1.x in its FrameView_Summary.csv (verified against pairs of log and summary). With n
 * rows, including rows of frame time 0, and D their frame times in descending order, "x% FPS" is 1000 / D[⌊x n⌋] and
 * "x% Low FPS" is 1000 / mean of D[0] … D[⌊x n⌋]. The maximum is left out: FrameView calculates it from times that the
 * log does not contain.
 */
function frameViewFigures({ ascending, zeroFrames }: ToolInput): ToolMetrics {
  const n = ascending.length + zeroFrames;
  const fpsAt = (share: number) => 1000 / largestAt(ascending, Math.floor(share * n));
  const low = (share: number) => {
    const count = Math.min(Math.floor(share * n) + 1, ascending.length);
    return (1000 * count) / sum(ascending.subarray(ascending.length - count));
  };
  return {
    tool_average_fps: (1000 * n) / sum(ascending),
    tool_min_fps: 1000 / largestAt(ascending, 0),
    tool_p10_fps: fpsAt(0.1),
    tool_p5_fps: fpsAt(0.05),
    tool_p1_fps: fpsAt(0.01),
    tool_p0_1_fps: fpsAt(0.001),
    tool_low_1_fps: low(0.01),
    tool_low_0_1_fps: low(0.001),
  };
}

/**
 * Returns the metrics of CapFrameX's analysis before rounding and without removal of outliers. P5, P1 and P0.1 are
 * type-8 quantiles of the frames' rates. "x% low average" is 1000 / mean of the frame times that are not below their
 * type-8 quantile at 1 − x. "x% low integral" is the rate of the frame at which the frame times, summed up from the
 * slowest on, reach the share x of their sum. Source: CapFrameX's class FrametimeStatisticProvider.
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
      added += largestAt(ascending, place);
    }
    return 1000 / largestAt(ascending, place);
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

// The maximum ratio of the total time of all frames except the longest one to the last time stamp, which is measured
// from the start of the capture. Only the first frame, which may be the longest, began before the capture: if the other
// frames took longer than the capture, the rows come from several captures.
const MAX_FRAMES_IN_LAST_TIME = 1.02;

// The maximum time from the start of a capture to its first row, as a multiple of the median frame time. In a capture
// whose first row begins later, rows of the beginning are missing.
const MAX_FRAMES_BEFORE_FIRST = 5;

/**
 * Returns the metrics of OCAT in its perf_summary.csv: the average is the number of frames over the last time stamp,
 * and the percentiles are quantiles of the frame times, by linear interpolation at rank p(n − 1). There is no average
 * if the last time stamp cannot belong to these frames, or if rows of the beginning are missing.
 */
function ocatFigures({ ascending, beginS, lastTimeS }: ToolInput): ToolMetrics {
  const withoutLongestMs = sum(ascending.subarray(0, -1));
  const isOfOneCapture = lastTimeS > 0 && withoutLongestMs <= lastTimeS * 1000 * MAX_FRAMES_IN_LAST_TIME;
  const isCut = beginS * 1000 > quantile(ascending, 0.5) * MAX_FRAMES_BEFORE_FIRST;
  return {
    ...(isOfOneCapture && !isCut && { tool_average_fps: ascending.length / lastTimeS }),
    tool_p95_frame_time_ms: quantile(ascending, 0.95),
    tool_p99_frame_time_ms: quantile(ascending, 0.99),
    tool_p99_9_frame_time_ms: quantile(ascending, 0.999),
  };
}
