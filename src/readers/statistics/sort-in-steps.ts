import { setImmediate } from "node:timers/promises";

/**
 * The maximum number of numbers that are sorted by comparisons, which takes a few milliseconds. A radix sort is faster
 * for more numbers.
 */
const MAX_COMPARED = 16 * 1024;
const STEP_LENGTH = 128 * 1024;
/**
 * The digits of the radix sort are the 16-bit words of the floating-point format. The least significant word comes
 * first in memory.
 */
const DIGITS = 4;
const DIGIT_VALUES = 1 << 16;

/**
 * Returns a sorted copy of frame times, smallest first. The numbers must be finite and above 0, which
 * `isUsableFrameTime` ensures. The bits of such numbers have the same order as the numbers, so a radix sort can order
 * them by one digit after the other, from the lowest to the highest. Two million numbers take a tenth of a second, so
 * the event loop runs other work after each step of 128 Ki numbers.
 */
export async function sortInSteps(values: Float64Array): Promise<Float64Array> {
  if (values.length <= MAX_COMPARED) return values.toSorted();
  // The two highest digits of the radix sort suffice for numbers that differ by a millionth of their size, as most
  // frame times do.
  const byHighest = await sortByDigits(values, DIGITS / 2);
  return isAscending(byHighest) ? byHighest : sortByDigits(values, 0);
}

// Returns a copy of numbers, sorted by a radix sort that uses only the digits from the digit `lowest` on.
async function sortByDigits(values: Float64Array, lowest: number): Promise<Float64Array> {
  let sorted = values.slice();
  let spare = new Float64Array(sorted.length);
  const places = new Uint32Array(DIGIT_VALUES);
  for (let digit = lowest; digit < DIGITS; digit += 1) {
    const digits = new Uint16Array(sorted.buffer, 2 * digit);
    places.fill(0);
    for (let start = 0; start < sorted.length; start += STEP_LENGTH) {
      countDigits(digits, places, start, Math.min(start + STEP_LENGTH, sorted.length));
      await setImmediate();
    }
    if (places[digits[0] ?? 0] === sorted.length) continue;
    turnIntoPlaces(places);
    for (let start = 0; start < sorted.length; start += STEP_LENGTH) {
      moveToPlaces(
        sorted.subarray(start, start + STEP_LENGTH),
        digits.subarray(start * DIGITS),
        places,
        spare,
      );
      await setImmediate();
    }
    [sorted, spare] = [spare, sorted];
  }
  return sorted;
}

function isAscending(values: Float64Array): boolean {
  for (let at = 1; at < values.length; at += 1) {
    if ((values[at - 1] ?? 0) > (values[at] ?? 0)) return false;
  }
  return true;
}

function countDigits(digits: Uint16Array, counts: Uint32Array, start: number, end: number): void {
  for (let at = start; at < end; at += 1) {
    const digit = digits[at * DIGITS] ?? 0;
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
}

// Converts, for the radix sort, the number of occurrences of each digit value into the position of the first number
// with that value.
function turnIntoPlaces(counts: Uint32Array): void {
  let place = 0;
  for (let value = 0; value < DIGIT_VALUES; value += 1) {
    const count = counts[value] ?? 0;
    counts[value] = place;
    place += count;
  }
}

function moveToPlaces(from: Float64Array, digits: Uint16Array, places: Uint32Array, to: Float64Array): void {
  for (let at = 0; at < from.length; at += 1) {
    const digit = digits[at * DIGITS] ?? 0;
    const place = places[digit] ?? 0;
    places[digit] = place + 1;
    to[place] = from[at] ?? 0;
  }
}
