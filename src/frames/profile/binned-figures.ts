import type { FrameBins } from "./frame-bins.ts";

/** Frames that are grouped into bins, with the number of frames in each bin. */
export interface BinnedFrames {
  bins: FrameBins;
  /** The number of frames in each bin. */
  counts: Float64Array;
}

/**
 * Creates the figures of frames of which only the bins are known, by the definitions of `frameStatistics` of the
 * readers. Within a bin, the frame times are assumed to lie evenly between the longest and the shortest frame time of
 * the bin.
 */
export function createBinnedFigures({ bins, counts }: BinnedFrames) {
  const { longest, shortest, mean } = bins;
  const size = counts.length;
  // For each bin, the number and the total time of the frames in all bins before it.
  const framesBefore = new Float64Array(size + 1);
  const timeBefore = new Float64Array(size + 1);
  return {
    /** Computes the sums of frames and of frame times again. To be called after each change of `counts`. */
    refresh: (): void => {
      for (let bin = 0; bin < size; bin += 1) {
        const count = counts[bin] ?? 0;
        framesBefore[bin + 1] = (framesBefore[bin] ?? 0) + count;
        timeBefore[bin + 1] = (timeBefore[bin] ?? 0) + count * (mean[bin] ?? 0);
      }
    },

    /** The quantile of the frame times at 1 − `share` (type 7), in milliseconds. */
    quantile: (share: number): number => {
      const rank = ((framesBefore[size] ?? 0) - 1) * share;
      const below = timeAt(Math.floor(rank));
      return below + (timeAt(Math.ceil(rank)) - below) * (rank - Math.floor(rank));
    },

    /** The mean of the slowest ⌈share · n⌉ frame times, in milliseconds. */
    meanOfSlowest: (share: number): number => {
      const slowest = Math.ceil((framesBefore[size] ?? 0) * share);
      const bin = binAt(slowest - 1);
      const partial = slowest - (framesBefore[bin] ?? 0);
      const [from = 0, to = 0] = [longest[bin], shortest[bin]];
      const isWhole = partial === counts[bin];
      const meanOfPart = isWhole
        ? (mean[bin] ?? 0)
        : from - ((from - to) * partial) / (2 * (counts[bin] ?? 1));
      return ((timeBefore[bin] ?? 0) + partial * meanOfPart) / slowest;
    },
  };

  /** Returns the bin of the frame at a rank, counted from the slowest, from 0. */
  function binAt(rank: number): number {
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((framesBefore[middle + 1] ?? 0) > rank) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  function timeAt(rank: number): number {
    const bin = binAt(rank);
    const [from = 0, to = 0] = [longest[bin], shortest[bin]];
    return from - ((from - to) * (rank - (framesBefore[bin] ?? 0) + 0.5)) / (counts[bin] ?? 1);
  }
}
