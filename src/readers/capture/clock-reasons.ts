import { message, type Message } from "../message.ts";
import { reasonsOf, type UnrankedReason } from "../unranked.ts";

/**
 * The maximum ratio, in a ranked capture, of the greater to the smaller of two durations: the time by the clock of the
 * file, and the sum of the frame times. In recordings of real tools the two durations differ by up to 3 %, and in those
 * of recent tools by less than 0.01 %.
 */
const MAX_RATIO = 1.05;

/**
 * Returns why the clock of a file contradicts its frame times. Rows that are left out between the frames cause no
 * contradiction, because the time that they took is known.
 */
export function reasonsOfClock(capture: TimedCapture): UnrankedReason[] {
  const { clockS, leftOutS, stepS, frames, duration_s } = capture;
  const framesS = clockS - leftOutS;
  if (!isContradicted(framesS, duration_s) || Math.abs(framesS - duration_s) <= stepS) return [];
  const reason = message`By the clock of the file its ${frames} frames took ${rounded(framesS)} s, an average of ${rounded(frames / framesS)} frames per second; but their frame times add up to ${rounded(duration_s)} s, an average of ${rounded(frames / duration_s)}. The two differ if rows of the file are missing, or if times were changed. Send the file as the capture tool wrote it.`;
  return reasonsOf("clock_contradicts", [reason]);
}

/** Whether the time that frames took by the clock of their file contradicts the sum of their frame times. */
export function isContradicted(byClock: number, byFrameTimes: number): boolean {
  return !(Math.max(byClock / byFrameTimes, byFrameTimes / byClock) <= MAX_RATIO);
}

interface TimedCapture {
  /** The duration of the capture by the clock of the file, in seconds. */
  clockS: number;
  /** The time that rows without a usable frame time took, by the clock of the file, in seconds. */
  leftOutS: number;
  /** The shortest step between two times in the file, in seconds. */
  stepS: number;
  frames: number;
  /** The sum of the frame times, in seconds. */
  duration_s: number;
}

/**
 * The minimum share of the frames that must have a time. Below this share, a warning says that the service could not
 * check the frame times by the clock of the file.
 */
const MIN_TIMED_SHARE = 0.95;

/**
 * Returns a warning if too few frames of a capture with a column of times have a usable time: the service then cannot
 * check the frame times by the clock of the file. Returns an empty list if enough frames have a usable time.
 * @param timed the number of frames with a usable time; 0 if the times cannot be used
 */
export function warningsOfTimes(timed: number, frames: number): Message[] {
  if (timed >= frames * MIN_TIMED_SHARE) return [];
  const found =
    timed === 0
      ? message`The file has a column of times, but its times cannot be read, or are all the same`
      : message`Only ${timed} of the ${frames} frames have a time that can be read`;
  return [
    message`${found}. So the service cannot check whether rows are missing or frame times were changed. Send the file as the capture tool wrote it.`,
  ];
}

/** The warning about a capture whose file has only some of its frames. */
export const THINNED_WARNING: Message = message`Between the rows of the file more time has passed than their frames took: rows are missing, or the frame times were changed. The rows are read as samples, not every frame: the average is that of the samples, and there are no lows and percentiles.`;

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
