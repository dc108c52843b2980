import { ticksBetween, type Ticks } from "./scales.ts";

/** Equally wide spans of values, into which an axis is divided that begins and ends at a tick. */
export interface Spans {
  from: number;
  to: number;
  ticks: Ticks;
  /** The number of spans. */
  count: number;
  /** The width of a span. */
  step: number;
}

/** The maximum number of ticks of the axis, and the wished number of spans. */
interface SpansWish {
  maxTicks: number;
  spans: number;
}

/** The distance between two ticks is divided by one of these numbers, so that the width of a span is a round number. */
const DIVISORS = [5, 10, 20, 50];

/** Returns spans that cover a range of values: `least` and `greatest` must differ. */
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
