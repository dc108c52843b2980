import { setImmediate } from "node:timers/promises";

const runLength = 128 * 1024;

// Merges the sorted runs [start, middle) and [middle, end) of `from` into `to`.
function merge(from: Float64Array, to: Float64Array, start: number, middle: number, end: number): void {
  let left = start;
  let right = middle;
  for (let target = start; target < end; target += 1) {
    const a = left < middle ? (from[left] ?? 0) : Number.POSITIVE_INFINITY;
    const b = right < end ? (from[right] ?? 0) : Number.POSITIVE_INFINITY;
    if (a <= b) left += 1;
    else right += 1;
    to[target] = a <= b ? a : b;
  }
}

/**
 * A sorted copy of finite numbers, smallest first. Two million of them take half a second to sort: this sorts runs
 * of them and merges the runs, with a turn of the event loop after each step.
 */
export async function sortInSteps(values: Float64Array): Promise<Float64Array> {
  let sorted = values.slice();
  for (let start = 0; start < sorted.length; start += runLength) {
    sorted.subarray(start, start + runLength).sort();
    await setImmediate();
  }
  let spare = sorted.length > runLength ? new Float64Array(sorted.length) : sorted;
  for (let width = runLength; width < sorted.length; width *= 2) {
    for (let start = 0; start < sorted.length; start += width * 2) {
      merge(
        sorted,
        spare,
        start,
        Math.min(start + width, sorted.length),
        Math.min(start + width * 2, sorted.length),
      );
      await setImmediate();
    }
    [sorted, spare] = [spare, sorted];
  }
  return sorted;
}
