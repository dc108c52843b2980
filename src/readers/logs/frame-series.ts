import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";
import { createGrowingFloats, type GrowingFloats } from "../statistics/growing-floats.ts";

/** Frame times that follow each other, and a count of the rows that have none to use. */
export interface FrameSeries {
  /** In milliseconds, in the order of the file; each from 0.001 ms to 60 s. */
  frameTimes: GrowingFloats;
  /** Rows left out, by reason: frame time 0 or below 0.001 ms; no number; negative or above 60 s. */
  zero: number;
  missing: number;
  outOfRange: number;
}

/** A series without rows. */
export function createFrameSeries(): FrameSeries {
  return { frameTimes: createGrowingFloats(), zero: 0, missing: 0, outOfRange: 0 };
}

/** Adds a row's frame time (milliseconds, NaN for none) to the series or to its count of rows left out; true where it is of use. */
export function addFrameTime(series: FrameSeries, frameTimeMs: number): boolean {
  if (frameTimeMs >= limits.minFrameTimeMs && frameTimeMs <= limits.maxFrameTimeMs) {
    series.frameTimes.push(frameTimeMs);
    return true;
  }
  if (Number.isNaN(frameTimeMs)) series.missing += 1;
  else if (frameTimeMs < 0 || frameTimeMs > limits.maxFrameTimeMs) series.outOfRange += 1;
  else series.zero += 1;
  return false;
}

/** Rows of a series that have no usable frame time. */
export function skippedRows(series: FrameSeries): number {
  return series.zero + series.missing + series.outOfRange;
}

/** All rows of a series. */
export function rowCount(series: FrameSeries): number {
  return series.frameTimes.length() + skippedRows(series);
}

/** The refusal of a capture that is larger than any of use; `what` is its bound, such as "3000000 rows". */
export function tooMany(what: string): ReaderError {
  const detail = `The capture has more than ${what}. Send a shorter capture: a few minutes are enough.`;
  return new ReaderError("too_many_frames", detail);
}

/** The refusal of a capture whose rows hold no frame at all. */
export function noFrames(): ReaderError {
  return new ReaderError(
    "no_frames",
    "The capture has a header but no frames. Start the capture while the game is running, and send the file after the capture has ended.",
  );
}
