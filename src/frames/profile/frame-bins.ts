/**
 * Frame times in bins, which are groups of similar frame times, the slowest bin first. Each of the bins of the slowest
 * frames holds one frame. Each other bin holds at most a fortieth as many frames as all slower bins together, so that
 * the mean of the slowest 1 % is as exact as the median. Only a bin of equal frame times may hold more frames.
 */
export interface FrameBins {
  /** The longest and the shortest frame time of each bin, and the mean of its frame times, in milliseconds. */
  longest: Float64Array;
  shortest: Float64Array;
  mean: Float64Array;
}

/**
 * The maximum number of frames in a bin (a group of similar frame times), as a share of the number of all slower
 * frames. A bin of equal frame times may hold more.
 */
const BIN_SHARE = 1 / 40;

/** Sorts frame times into bins (groups of similar frame times). Equal frame times are in the same bin. */
export function binFrames(frameTimesMs: Float32Array): { bins: FrameBins; binOf: Uint16Array } {
  const starts = startsOfBins(frameTimesMs);
  const count = starts.length;
  const binOf = new Uint16Array(frameTimesMs.length);
  const longest = new Float64Array(count);
  const mean = new Float64Array(count);
  const frames = new Float64Array(count);
  for (let index = 0; index < frameTimesMs.length; index += 1) {
    const time = frameTimesMs[index] ?? 0;
    const bin = firstAtMost(starts, time);
    binOf[index] = bin;
    longest[bin] = Math.max(longest[bin] ?? 0, time);
    mean[bin] = (mean[bin] ?? 0) + time;
    frames[bin] = (frames[bin] ?? 0) + 1;
  }
  for (let bin = 0; bin < count; bin += 1) mean[bin] = (mean[bin] ?? 0) / (frames[bin] ?? 1);
  return { bins: { longest, shortest: starts, mean }, binOf };
}

/** Returns the shortest frame time of each bin (group of similar frame times), in descending order. */
function startsOfBins(frameTimesMs: Float32Array): Float64Array {
  const ascending = frameTimesMs.toSorted();
  const starts: number[] = [];
  for (let slower = 0; slower < ascending.length;) {
    slower += Math.min(Math.max(1, Math.floor(slower * BIN_SHARE)), ascending.length - slower);
    const shortest = ascending[ascending.length - slower] ?? 0;
    if (shortest !== starts.at(-1)) starts.push(shortest);
  }
  return Float64Array.from(starts);
}

/** Returns the first index of a descending list at which the entry is at most `value`. */
function firstAtMost(descending: Float64Array, value: number): number {
  let low = 0;
  let high = descending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((descending[middle] ?? 0) <= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
