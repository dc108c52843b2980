import { limits } from "../limits.ts";
import { createGrowingFloats, type GrowingFloats } from "../statistics/growing-floats.ts";

/** Consecutive frame times, and the numbers of rows between them without a usable frame time. */
export interface FrameSeries {
  /** The frame times in milliseconds, in the order of the file; each from 0.001 ms to an hour. */
  frameTimes: GrowingFloats;
  /** The number of rows that are left out because their frame time is 0 or below 0.001 ms. */
  zero: number;
  /** The number of rows that are left out because their cell of the frame time contains no number. */
  missing: number;
  /** The number of rows that are left out because their frame time is negative or above an hour. */
  outOfRange: number;
}

/** Returns an empty series of frame times, before any row of the capture is read. */
export function createFrameSeries(): FrameSeries {
  return { frameTimes: createGrowingFloats(), zero: 0, missing: 0, outOfRange: 0 };
}

/** Whether a frame can have the given frame time (in milliseconds; NaN if a row has no number). */
export function isUsableFrameTime(frameTimeMs: number): boolean {
  return frameTimeMs >= limits.minFrameTimeMs && frameTimeMs <= limits.maxFrameTimeMs;
}

/**
 * Adds a row's frame time (in milliseconds; NaN if the row has no number). Returns whether the frame time is usable. A
 * row with an unusable frame time is counted as left out.
 */
export function addFrameTime(series: FrameSeries, frameTimeMs: number): boolean {
  if (isUsableFrameTime(frameTimeMs)) {
    series.frameTimes.push(frameTimeMs);
    return true;
  }
  if (Number.isNaN(frameTimeMs)) series.missing += 1;
  else if (frameTimeMs < 0 || frameTimeMs > limits.maxFrameTimeMs) series.outOfRange += 1;
  else series.zero += 1;
  return false;
}

/** Returns the number of all rows of a frame series, with and without a usable frame time. */
export function rowCount(series: FrameSeries): number {
  return series.frameTimes.length() + skippedRows(series);
}

/** Returns the number of rows of a frame series without a usable frame time. */
export function skippedRows(series: FrameSeries): number {
  return series.zero + series.missing + series.outOfRange;
}
