import { message, ownWords } from "../message.ts";
import { ReaderError } from "../reader-error.ts";

/** Returns the error for a capture that lacks the header of its format. */
export function noHeader(): ReaderError {
  return new ReaderError(
    "no_frame_times",
    message`The file has no header with a column of frame times in its first MiB. Send the CSV as the capture tool wrote it.`,
  );
}

/** Returns the error for a capture whose rows hold no frame. */
export function noFrames(): ReaderError {
  return new ReaderError(
    "no_frames",
    message`The capture has a header but no frames. Start the capture while the game is running, and send the file after the capture has ended.`,
  );
}

/** Returns the error for a capture that exceeds a limit. @param limit the limit in words, such as "3000000 rows" */
export function tooManyFrames(limit: string): ReaderError {
  const detail = message`The capture has more than ${ownWords(limit)}. Send a shorter capture: a few minutes are enough.`;
  return new ReaderError("too_many_frames", detail);
}

/** Returns the error for a capture in which the time of a frame is much earlier than that of a row before. */
export function joinedCaptures(line: number): ReaderError {
  const detail = message`On line ${line} the time is earlier than in the rows before: the file holds two captures, one after the other. Send each capture as a file of its own.`;
  return new ReaderError("joined_captures", detail, line);
}
