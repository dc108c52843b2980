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

/**
 * The upper end of an axis that some frame times exceed, as a multiple of the greatest of three frame times: the
 * average, the mean of the slowest 1 %, and the 99.9 % quantile.
 */
const HEADROOM = 1.5;
/**
 * If the longest frame time is at most this many times the upper end that HEADROOM gives, the axis ends at the longest
 * frame time, so that no frame exceeds the axis.
 */
const CUT_TOLERANCE = 1.25;

/**
 * Returns the frame time that the axis has to reach. A frame during the loading of a level may take a hundred times as
 * long as any other frame. In this case the axis ends above the usual slow frames, and the chart marks the longer
 * frames.
 */
export function frameTimeLimitMs({ averageMs, low1Ms, quantile999Ms, longestMs }: SlowFrames): number {
  const usual = HEADROOM * Math.max(averageMs, low1Ms, quantile999Ms);
  return longestMs <= usual * CUT_TOLERANCE ? longestMs : usual;
}
