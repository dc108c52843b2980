import { message, ownWords, quoted, type Message } from "../message.ts";
import type { CaptureRequest } from "../read-result.ts";
import type { frameStatistics } from "../statistics/frame-statistics.ts";
import { sum } from "../statistics/sums.ts";
import { isAmbiguous, isOtherProcess } from "./other-processes.ts";

/**
 * The maximum plausible average, in frames per second. Game engines limit themselves to at most 1 000 frames per
 * second; menus, loading screens and wrong units give higher averages.
 */
const MAX_AVERAGE_FPS = 1000;
/**
 * The minimum average frame rate at which people play, in frames per second. If a file has an implausibly high average,
 * and a thousandth of the average is above this minimum, the service supposes that the frame times are in seconds
 * instead of milliseconds.
 */
const MIN_AVERAGE_FPS = 8;
/**
 * The maximum plausible median of frame times, in milliseconds: no game is slower. A file in microseconds has a higher
 * median, unless the game ran at more than 2 000 frames per second.
 */
const MAX_MEDIAN_MS = 500;
const PAUSE_MS = 1000;
/**
 * The maximum share of a capture's duration that may be pauses (very long frames). Pauses lower the average by the same
 * share.
 */
const MAX_PAUSE_SHARE = 0.1;

/**
 * Returns the reasons to doubt the frame times of a capture, each in a sentence or two. The function gets the frame
 * times, at least one, in milliseconds: in the order of capture, and in ascending order.
 */
export function doubtsAboutFrames(
  frameTimes: Float64Array,
  ascending: Float64Array,
  { average_fps: average, median_fps, duration_s }: ReturnType<typeof frameStatistics>,
): Message[] {
  const total = duration_s * 1000;
  const median = 1000 / median_fps;
  if (median > MAX_MEDIAN_MS) {
    return [
      message`Half of the frames took ${rounded(median)} ms or longer, as if the file had microseconds where milliseconds belong: the average would then be ${rounded(average * 1000)} and not ${rounded(average)} frames per second. Send the file as the capture tool wrote it.`,
    ];
  }
  if (average > MAX_AVERAGE_FPS) return [tooFast(average)];
  let played = ascending.length;
  while (played > 0 && (ascending[played - 1] ?? 0) >= PAUSE_MS) played -= 1;
  const pauses = ascending.subarray(played);
  const paused = sum(pauses);
  if (paused <= MAX_PAUSE_SHARE * total) return [];
  const withoutPauses = (1000 * played) / (total - paused);
  const share = Math.round((100 * paused) / total);
  const longest = pauses.at(-1) ?? 0;
  return [
    message`Frames of a second or longer are ${pauses.length} of ${ascending.length}, but take ${share} % of the time, which happens while the game is loading, paused or in the background: without them the average would be ${rounded(withoutPauses)} and not ${rounded(average)} frames per second. The longest is frame ${frameTimes.indexOf(longest) + 1} of the capture, with ${rounded(longest / 1000)} s. Capture while the game is played.`,
  ];
}

/** Returns the reasons to doubt the average of a sampled log, which is given in frames per second. */
export function doubtsAboutAverage(averageFps: number): Message[] {
  return averageFps > MAX_AVERAGE_FPS ? [tooFast(averageFps)] : [];
}

/**
 * Returns the reasons to doubt that the executable whose metrics are read is a game: the executable is known to be no
 * game, or it may be no game and was not requested.
 * @param executable null where no executable is known
 */
export function doubtsAboutExecutable(
  executable: string | null,
  { application: asked }: CaptureRequest,
): Message[] {
  if (executable === null) return [];
  const name = ownWords(quoted(executable).detail);
  if (isOtherProcess(executable)) {
    return [message`${name} is known as a program that runs beside games, and not as a game.`];
  }
  if (asked !== undefined || !isAmbiguous(executable)) return [];
  return [
    message`${name} may be a game, or a program of the same name that runs beside games. If you measured this program, send the file once more and name the program in the field "application".`,
  ];
}

function tooFast(averageFps: number): Message {
  const found = message`The average of ${rounded(averageFps)} frames per second is more than games reach`;
  const inSeconds = averageFps / 1000;
  return inSeconds > MIN_AVERAGE_FPS
    ? message`${found}. The file may have seconds where milliseconds belong: the average would then be ${rounded(inSeconds)} frames per second. Send the file as the capture tool wrote it.`
    : message`${found}. Menus and loading screens run as fast as that, and so do generated frames that the capture tool counts with a time near 0. Capture while the game is played, and send the file as the capture tool wrote it.`;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
