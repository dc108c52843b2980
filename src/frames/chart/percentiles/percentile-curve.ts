import { quantile } from "../../../readers/index.ts";

/** A point of a percentile curve: the share of the frames, from 0 to 1, that took at most `frameTimeMs`. */
export interface PercentilePoint {
  share: number;
  frameTimeMs: number;
}

/**
 * The axis of a percentile curve, which has a logarithmic scale: 90 % stands one unit to the right of 0 %, and 99 % one
 * unit to the right of 90 %. The axis ends at the slowest of the frames.
 */
export interface PercentileScale {
  /** The places of 0 % and of 100 % on the axis of a percentile curve. */
  from: number;
  to: number;
  placeOf: (share: number) => number;
  shareAt: (place: number) => number;
}

/** Creates the axis of a percentile curve for a number of frames. */
export function createPercentileScale(frames: number): PercentileScale {
  // Add the share of one frame to the distance from 100 %: otherwise 100 % would stand infinitely far to the right on
  // the logarithmic axis.
  const rest = 1 / frames;
  const placeOf = (share: number) => -Math.log10(1 - share + rest);
  const shareAt = (place: number) => Math.min(1, Math.max(0, 1 + rest - 10 ** -place));
  return { from: placeOf(0), to: placeOf(1), placeOf, shareAt };
}

/**
 * Returns points of a percentile curve at equal distances on its axis. The first point is the shortest frame time, the
 * last point the longest.
 * @param ascendingMs the frame times in ascending order: at least one
 * @param count the number of points, at least 2
 */
export function percentileCurve(ascendingMs: Float32Array, count: number): PercentilePoint[] {
  const { from, to, shareAt } = createPercentileScale(ascendingMs.length);
  const shareOf = (point: number) => {
    if (point === 0) return 0;
    return point === count - 1 ? 1 : shareAt(from + ((to - from) * point) / (count - 1));
  };
  return Array.from({ length: count }, (_, point) => {
    const share = shareOf(point);
    return { share, frameTimeMs: quantile(ascendingMs, share) };
  });
}
