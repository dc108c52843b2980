/** Where an axis has its ticks. */
export interface Ticks {
  step: number;
  values: number[];
}

/** Ticks from 0 to `max` at a step of 1, 2 or 5 times a power of ten; no more than `most` besides 0. */
export function ticksUpTo(max: number, most: number): Ticks {
  const least = max / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power;
  const count = Math.floor(max / step + 1e-9);
  return { step, values: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

/** The number at a tick, with as many decimals as its step needs. */
export function tickLabel(value: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return formatNumber(value, decimals);
}

/** A number with its thousands set apart. */
export function formatNumber(value: number, decimals: number): string {
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A number with about three digits. */
export function formatFigure(value: number): string {
  if (value >= 100) return formatNumber(value, 0);
  return formatNumber(value, value >= 10 ? 1 : 2);
}

/** The unit that the time axis of a capture has, and how many seconds it is. */
export function timeUnitOf(durationS: number): { unit: string; seconds: number } {
  if (durationS <= 600) return { unit: "s", seconds: 1 };
  return durationS <= 36_000 ? { unit: "min", seconds: 60 } : { unit: "h", seconds: 3600 };
}

interface SlowFrames {
  averageMs: number;
  /** Mean of the slowest frames in a hundred; 0 where there are too few frames. */
  low1Ms: number;
  /** What one frame in a thousand takes longer than; 0 where there are too few frames. */
  quantile999Ms: number;
  longestMs: number;
}

/** How far beyond the usual slow frames the axis reaches, and how much further to spare the cut. */
const HEADROOM = 1.5;
const SPARED = 1.25;

/**
 * The frame time that the axis has to reach. One hitch while a level loads may take a hundred times as long as any other
 * frame: the axis then ends above the usual slow frames, and the chart says what lies beyond.
 */
export function frameTimeLimitMs({ averageMs, low1Ms, quantile999Ms, longestMs }: SlowFrames): number {
  const usual = HEADROOM * Math.max(averageMs, low1Ms, quantile999Ms);
  return longestMs <= usual * SPARED ? longestMs : usual;
}
