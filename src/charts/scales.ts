/** The ticks of an axis, as values in the unit of the axis. */
export interface Ticks {
  step: number;
  values: number[];
}

/**
 * Returns ticks from 0 to `max` at a step of 1, 2 or 5 times a power of ten: at most `maxCount` ticks in addition to
 * the tick at 0.
 */
export function ticksUpTo(max: number, maxCount: number): Ticks {
  return ticksBetween(0, max, maxCount);
}

/**
 * Returns ticks within a range, including its ends, at a step of 1, 2 or 5 times a power of ten: at most `maxCount`
 * ticks in addition to the first one.
 */
export function ticksBetween(min: number, max: number, maxCount: number): Ticks {
  const minStep = (max - min) / maxCount;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= minStep * (1 - 1e-9)) ?? 10) * power;
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  return { step, values: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step) };
}

/**
 * Returns ticks from 0 to the first tick at or above `max`: the tick at 0, up to `maxCount` ticks that are at most
 * `max`, and up to one tick above `max`.
 */
export function ticksCovering(max: number, maxCount: number): Ticks {
  const { step, values } = ticksUpTo(max, maxCount);
  const last = values.at(-1) ?? 0;
  return { step, values: last < max ? [...values, last + step] : values };
}

/** Formats the number at a tick of an axis with as many decimals as the step between the ticks has. */
export function tickLabel(value: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return formatNumber(value, decimals);
}

/**
 * The number formats, by their number of decimals. The map caches formats, because creating a format takes a hundred
 * times as long as using it.
 */
const formats = new Map<number, Intl.NumberFormat>();

/** Formats a number with commas between thousands. */
export function formatNumber(value: number, decimals: number): string {
  const known = formats.get(decimals);
  if (known) return known.format(value);
  const made = new Intl.NumberFormat("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formats.set(decimals, made);
  return made.format(value);
}
