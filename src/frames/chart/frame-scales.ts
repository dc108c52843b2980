/** Returns the unit of the time axis for a capture's duration, and how many seconds the unit has. */
export function timeUnitOf(durationS: number): { unit: string; seconds: number } {
  if (durationS <= 600) return { unit: "s", seconds: 1 };
  return durationS <= 36_000 ? { unit: "min", seconds: 60 } : { unit: "h", seconds: 3600 };
}

interface SlowFrames {
  averageMs: number;
  /** The mean frame time of the slowest 1 % of frames; 0 for a capture with too few frames for this figure. */
  low1Ms: number;
  /** The frame time that one frame in a thousand exceeds; 0 for a capture with too few frames for this figure. */
  quantile999Ms: number;
  longestMs: number;
}

/** The end of the axis of a chart with cut frames, as a multiple of the frame time of the usual slow frames. */
const HEADROOM = 1.5;
/**
 * The maximum ratio of the longest frame time to the end of an axis with cut frames at which no frame is cut: up to
 * this ratio, the axis reaches the longest frame time instead.
 */
const CUT_TOLERANCE = 1.25;

/**
 * Returns the frame time that the axis has to reach. A hitch while a level loads may take a hundred times as long as
 * any other frame: the axis then ends above the usual slow frames, and the chart marks the frames beyond.
 */
export function frameTimeLimitMs({ averageMs, low1Ms, quantile999Ms, longestMs }: SlowFrames): number {
  const usual = HEADROOM * Math.max(averageMs, low1Ms, quantile999Ms);
  return longestMs <= usual * CUT_TOLERANCE ? longestMs : usual;
}
