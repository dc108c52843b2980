import { quantile } from "../statistics/sums.ts";

/**
 * The maximum number of steps from which the length of a tick (the unit of a file's times) is estimated. A median of
 * this number of ratios is accurate to less than a thousandth.
 */
const MAX_STEPS = 8192;

/**
 * Returns the length of a tick in milliseconds. A tick is the unit in which some tools write the times of frames. The
 * length is the median of the ratios of frame times to steps of the times. Rows that are missing in the file make some
 * steps too long, but do not change the median. Returns NaN where no two frames have different times.
 * @param times the times of the frames in ticks; NaN for a frame without a time
 */
export function estimateUnit(times: Float64Array, frameTimes: Float64Array): number {
  const stride = Math.max(1, Math.ceil(times.length / MAX_STEPS));
  // Try both meanings of a frame's time: when the frame ended, or when it began. With the wrong meaning, the ratios of
  // frame times to steps vary more.
  const atEnd: number[] = [];
  const atBeginning: number[] = [];
  for (let at = 1; at < times.length; at += stride) {
    const step = (times[at] ?? 0) - (times[at - 1] ?? 0);
    if (!(step > 0)) continue;
    atEnd.push((frameTimes[at] ?? 0) / step);
    atBeginning.push((frameTimes[at - 1] ?? 0) / step);
  }
  if (atEnd.length === 0) return Number.NaN;
  const [end, beginning] = [medianOf(atEnd), medianOf(atBeginning)];
  return beginning.spread < end.spread ? beginning.median : end.median;
}

function medianOf(ratios: readonly number[]): { median: number; spread: number } {
  const ascending = ratios.toSorted((a, b) => a - b);
  const at = (p: number) => quantile(ascending, p);
  return { median: at(0.5), spread: at(0.75) / at(0.25) };
}
