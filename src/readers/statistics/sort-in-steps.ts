import { setImmediate } from "node:timers/promises";

const RUN_LENGTH = 128 * 1024;

/**
 * A sorted copy of finite numbers, smallest first. Sorting two million numbers at once would block the event loop for half
 * a second, so this sorts short runs, then merges them, with a turn of the event loop after each step.
 */
export async function sortInSteps(values: Float64Array): Promise<Float64Array> {
  let sorted = values.slice();
  for (let start = 0; start < sorted.length; start += RUN_LENGTH) {
    sorted.subarray(start, start + RUN_LENGTH).sort();
    await setImmediate();
  }
  let spare = sorted.length > RUN_LENGTH ? new Float64Array(sorted.length) : sorted;
  for (let width = RUN_LENGTH; width < sorted.length; width *= 2) {
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
