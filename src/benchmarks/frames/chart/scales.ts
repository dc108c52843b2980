/** The ticks of an axis, in its unit. */
export interface Ticks {
  step: number;
  values: number[];
}

/** Returns ticks from 0 to `max` at a step of 1, 2 or 5 times a power of ten: at most `maxCount` besides the tick at 0. */
export function ticksUpTo(max: number, maxCount: number): Ticks {
  const minStep = max / maxCount;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= minStep * (1 - 1e-9)) ?? 10) * power;
  const count = Math.floor(max / step + 1e-9);
  return { step, values: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** Formats the number at a tick with as many decimals as the step needs. */
export function tickLabel(value: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return formatNumber(value, decimals);
}

/** Formats a number with commas between thousands. */
export function formatNumber(value: number, decimals: number): string {
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Formats a number with about three significant digits. */
export function formatFigure(value: number): string {
  if (value >= 100) return formatNumber(value, 0);
  return formatNumber(value, value >= 10 ? 1 : 2);
}

/** Returns the unit of the time axis for a capture's duration, and how many seconds the unit has. */
export function timeUnitOf(durationS: number): { unit: string; seconds: number } {
  if (durationS <= 600) return { unit: "s", seconds: 1 };
  return durationS <= 36_000 ? { unit: "min", seconds: 60 } : { unit: "h", seconds: 3600 };
}

interface SlowFrames {
  averageMs: number;
  /** Mean of the slowest 1 % of frames; 0 where there are too few frames. */
  low1Ms: number;
  /** The frame time that one frame in a thousand exceeds; 0 where there are too few frames. */
  quantile999Ms: number;
  longestMs: number;
}

/** Where frames are cut, the axis ends at this multiple of the usual slow frames. */
const HEADROOM = 1.5;
/** No frame is cut where the longest is at most this multiple of that end: the axis then reaches the longest frame. */
const CUT_TOLERANCE = 1.25;

/**
 * Returns the frame time that the axis has to reach. A hitch while a level loads may take a hundred times as long as any other
 * frame: the axis then ends above the usual slow frames, and the chart marks the frames beyond.
 */
export function frameTimeLimitMs({ averageMs, low1Ms, quantile999Ms, longestMs }: SlowFrames): number {
  const usual = HEADROOM * Math.max(averageMs, low1Ms, quantile999Ms);
  return longestMs <= usual * CUT_TOLERANCE ? longestMs : usual;
}
