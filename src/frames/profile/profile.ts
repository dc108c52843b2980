import { elapsedTimesS } from "../elapsed-times.ts";
import { resampleFrames } from "./resample-frames.ts";

/** The data about the frames of a capture that comparisons with other captures need. */
export interface FrameProfile {
  /**
   * The mean frame time of each of TREND_SPANS equal spans of the capture: `[the middle of the span in seconds,
   * milliseconds]`.
   */
  trend: [number, number][];
  /**
   * The number of frames in each bin of frame times: `[bin, frames]`; `rangeOfBin` says which frame times a bin holds.
   * The bins are ascending.
   */
  histogram: [number, number][];
  /**
   * The metrics of each resample of the frames, as `resampleFrames` returns them; null for a capture with fewer than
   * MIN_RESAMPLED_FRAMES frames.
   */
  resamples: Float32Array | null;
}

/** The number of equal spans of time into which a capture is divided. A span in which no frame ends has no mean. */
const TREND_SPANS = 120;

/**
 * The ratio of the upper limit of a histogram's bin to its lower limit. Because of this ratio, bins of short frame
 * times are narrower than bins of long ones.
 */
const BIN_RATIO = 1.002;
const LOG_OF_RATIO = Math.log(BIN_RATIO);

/**
 * Returns the lower and the upper limit of a bin of the histogram that comparisons use, as frame times in milliseconds.
 */
export function rangeOfBin(bin: number): { fromMs: number; toMs: number } {
  return { fromMs: BIN_RATIO ** bin, toMs: BIN_RATIO ** (bin + 1) };
}

/**
 * Makes the profile of a capture (the data that comparisons need), as a text that `parseProfile` reads.
 * @param seed the seed of the random resamples: the same seed gives the same resamples
 */
export function makeProfile(frameTimesMs: Float32Array, seed: string): string {
  const resamples = resampleFrames(frameTimesMs, seed);
  return JSON.stringify({
    trend: trendOf(frameTimesMs),
    histogram: histogramOf(frameTimesMs),
    resamples: resamples && Buffer.from(resamples.buffer).toString("base64"),
  });
}

/** Parses the text that `makeProfile` returns. */
export function parseProfile(text: string): FrameProfile {
  const { resamples, ...rest } = JSON.parse(text) as Record<keyof FrameProfile, unknown>;
  const bytes = resamples === null ? null : Uint8Array.from(Buffer.from(resamples as string, "base64"));
  return { ...(rest as FrameProfile), resamples: bytes && new Float32Array(bytes.buffer) };
}

function trendOf(frameTimesMs: Float32Array): FrameProfile["trend"] {
  const elapsedS = elapsedTimesS(frameTimesMs);
  const spanS = (elapsedS.at(-1) ?? 0) / TREND_SPANS;
  const sums = new Float64Array(TREND_SPANS);
  const counts = new Uint32Array(TREND_SPANS);
  for (let index = 0; index < frameTimesMs.length; index += 1) {
    const span = Math.min(Math.floor((elapsedS[index] ?? 0) / spanS), TREND_SPANS - 1);
    sums[span] = (sums[span] ?? 0) + (frameTimesMs[index] ?? 0);
    counts[span] = (counts[span] ?? 0) + 1;
  }
  return Array.from(sums, (sum, span): [number, number][] => {
    const count = counts[span] ?? 0;
    return count === 0 ? [] : [[rounded((span + 0.5) * spanS, 6), rounded(sum / count, 4)]];
  }).flat();
}

function histogramOf(frameTimesMs: Float32Array): FrameProfile["histogram"] {
  const frames = new Map<number, number>();
  for (let index = 0; index < frameTimesMs.length; index += 1) {
    const bin = Math.floor(Math.log(frameTimesMs[index] ?? 0) / LOG_OF_RATIO);
    frames.set(bin, (frames.get(bin) ?? 0) + 1);
  }
  return [...frames].toSorted(([a], [b]) => a - b);
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
