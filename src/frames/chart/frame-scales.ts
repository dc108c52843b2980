import { horizontalAxis } from "../../charts/axes.ts";
import type { ChartArea } from "../../charts/chart-area.ts";
import { ticksUpTo } from "../../charts/scales.ts";

/** Returns the unit of the time axis for a capture's duration, and how many seconds the unit has. */
export function timeUnitOf(durationS: number): { unit: string; seconds: number } {
  if (durationS <= 600) return { unit: "s", seconds: 1 };
  return durationS <= 36_000 ? { unit: "min", seconds: 60 } : { unit: "h", seconds: 3600 };
}

/** Draws the time axis of the chart of a capture, as SVG. */
export function timeAxis(durationS: number, maxTicks: number, area: ChartArea): string {
  const { unit, seconds } = timeUnitOf(durationS);
  const ticks = ticksUpTo(durationS / seconds, maxTicks);
  return horizontalAxis({ ticks, unit: seconds, caption: `time (${unit})` }, area);
}

interface SlowFrames {
  averageMs: number;
  /** The mean frame time of the slowest 1 % of frames; 0 for a capture with too few frames to compute it. */
  low1Ms: number;
  /** The frame time that one frame in a thousand exceeds; 0 for a capture with too few frames to compute it. */
  quantile999Ms: number;
  longestMs: number;
}

/**
 * If an axis does not cover the greatest of all values, it covers at least the greatest of the `usualValues` times this
 * factor.
 */
const HEADROOM = 1.5;
/**
 * If the greatest value is at most CUT_TOLERANCE times the limit that HEADROOM gives, the axis covers the greatest
 * value, so that the chart cuts off no value.
 */
const CUT_TOLERANCE = 1.25;

/**
 * Returns the frame time that the axis of a chart has to reach. A frame during the loading of a level may take a
 * hundred times as long as an ordinary frame. In the chart of such a capture, the axis ends above the 1 % low and the
 * frame time that one frame in a thousand exceeds, and arrows mark the frames that exceed the axis.
 */
export function frameTimeLimitMs({ averageMs, low1Ms, quantile999Ms, longestMs }: SlowFrames): number {
  return limitOf([averageMs, low1Ms, quantile999Ms], longestMs);
}

/**
 * Returns the value that an axis has to reach: `greatest` or, if `greatest` would make the axis much longer, HEADROOM
 * times the greatest of `usualValues`.
 * @param usualValues values that the axis always covers, such as the average
 * @param greatest the greatest of all values in the chart
 */
export function limitOf(usualValues: readonly number[], greatest: number): number {
  const usual = HEADROOM * Math.max(...usualValues);
  return greatest <= usual * CUT_TOLERANCE ? greatest : usual;
}
