import { message, type Message } from "../message.ts";
import { reasonsOf, type UnrankedReason } from "../unranked.ts";

/**
 * The maximum ratio of the time by the clock of a file to the sum of its frame times, or the reverse, in a ranked
 * capture. In recordings of real tools the two differ by up to 3 %, and by less than 0.01 % in those of recent tools.
 */
const MAX_RATIO = 1.05;

/**
 * Returns why the clock of a file contradicts its frame times. The clock does not contradict where rows between the
 * frames are left out: the time that these rows took is known.
 */
export function reasonsOfClock({ clockS, leftOutS, frames, duration_s }: TimedCapture): UnrankedReason[] {
  const framesS = clockS - leftOutS;
  if (!isContradicted(framesS, duration_s)) return [];
  const reason = message`By the clock of the file its ${frames} frames took ${rounded(framesS)} s, an average of ${rounded(frames / framesS)} frames per second; but their frame times add up to ${rounded(duration_s)} s, an average of ${rounded(frames / duration_s)}. The two differ if rows of the file are missing, or if times were changed. Send the file as the capture tool wrote it.`;
  return reasonsOf("clock_contradicts", [reason]);
}

/** Whether the time that frames took by the clock of their file contradicts the sum of their frame times. */
export function isContradicted(byClock: number, byFrameTimes: number): boolean {
  return !(Math.max(byClock / byFrameTimes, byFrameTimes / byClock) <= MAX_RATIO);
}

interface TimedCapture {
  /** The duration of the capture by the clock of the file. */
  clockS: number;
  /** The time that rows without a usable frame time took, by the clock of the file. */
  leftOutS: number;
  frames: number;
  /** The sum of the frame times, in seconds. */
  duration_s: number;
}

/** The warning about a capture of which only every nth frame is in the file. */
export const THINNED_WARNING: Message = message`Before nearly every row of the file more time has passed than the frame of the row took: only every nth row was kept, or the frame times were changed. The rows are read as samples, not every frame: the average is theirs, and there are no lows and percentiles.`;

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
