import type { FrameBins } from "./frame-bins.ts";

/** Frames that are grouped into bins (groups of similar frame times), with the number of frames in each bin. */
export interface BinnedFrames {
  bins: FrameBins;
  /** The number of frames in each bin (a group of frames with similar frame times). */
  counts: Float64Array;
}

/**
 * Creates the functions that compute statistics of frames from their bins alone, by the definitions of
 * `frameStatistics` of the file readers. The frame times within a bin are assumed to lie evenly between its longest and
 * its shortest frame time.
 */
export function createBinnedFigures({ bins, counts }: BinnedFrames) {
  const { longest, shortest, mean } = bins;
  const size = counts.length;
  // For each bin (a group of frames with similar frame times), the number and the total time of the frames in all
  // slower bins.
  const framesBefore = new Float64Array(size + 1);
  const timeBefore = new Float64Array(size + 1);
  return {
    /**
     * Computes the sums of frames and of frame times again. A caller must call this function after each change of
     * `counts`.
     */
    refresh: (): void => {
      for (let bin = 0; bin < size; bin += 1) {
        const count = counts[bin] ?? 0;
        framesBefore[bin + 1] = (framesBefore[bin] ?? 0) + count;
        timeBefore[bin + 1] = (timeBefore[bin] ?? 0) + count * (mean[bin] ?? 0);
      }
    },

    /** Returns the quantile of the frame times at 1 − `share` (type 7 of Hyndman and Fan), in milliseconds. */
    quantile: (share: number): number => {
      const rank = ((framesBefore[size] ?? 0) - 1) * share;
      const below = timeAt(Math.floor(rank));
      return below + (timeAt(Math.ceil(rank)) - below) * (rank - Math.floor(rank));
    },

    /** Returns the mean of the slowest ⌈share · n⌉ of n frame times, in milliseconds. */
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

  /** Returns the bin (group of similar frame times) with the frame of a given rank; the slowest frame has rank 0. */
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
