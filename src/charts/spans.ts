import { ticksBetween, type Ticks } from "./scales.ts";

/** The axis of a chart, divided into spans of values of equal width. The axis begins and ends at a tick. */
export interface Spans {
  from: number;
  to: number;
  ticks: Ticks;
  /** The number of spans into which the axis of a chart is divided. */
  count: number;
  /** The width of each span of the axis, in the unit of the axis. */
  step: number;
}

/** The maximum number of ticks of an axis, and the desired number of spans that divide the axis. */
interface SpansWish {
  maxTicks: number;
  spans: number;
}

/**
 * The numbers of spans into which the distance between two ticks of an axis may be divided. Each of them makes the
 * width of a span a round number.
 */
const DIVISORS = [5, 10, 20, 50];

/** Returns spans that cover the range of values from `least` to `greatest`, which must differ. */
export function spansOver(least: number, greatest: number, wish: SpansWish): Spans {
  const { step } = ticksBetween(least, greatest, wish.maxTicks);
  const from = Math.floor(least / step) * step;
  const to = (Math.floor(greatest / step) + 1) * step;
  const ticks = ticksBetween(from, to, Math.round((to - from) / step));
  const wanted = wish.spans / (ticks.values.length - 1);
  const distance = (divisor: number) => Math.abs(Math.log(divisor / wanted));
  const divisor = DIVISORS.toSorted((a, b) => distance(a) - distance(b))[0] ?? 1;
  return { from, to, ticks, count: (ticks.values.length - 1) * divisor, step: step / divisor };
}
