import { message, ownWords, type Message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";
import { reasonsOf, type UnrankedReason } from "../unranked.ts";
import type { UnsampledTime } from "./sample-times.ts";

const REFUSE_SHARE = 0.5;
/**
 * The maximum share of the time of a ranked log in which the log has no frame rate. Real logs lack the frame rate for 2
 * % of their time, while the game loads.
 */
const MAX_RANKED_SHARE = 0.05;

/**
 * Returns warnings about the samples of a log that are left out because they have no frame rate, or that are missing in
 * the log. If these samples took too large a share of the time, the warning is the reason why the log is unranked.
 * @param samples the number of samples with a frame rate
 * @param missing the number of samples without a frame rate
 * @throws ReaderError `too_many_skipped_rows` where more than half of the samples have no frame rate
 */
export function checkSamples(
  samples: number,
  missing: number,
  time: UnsampledTime,
): (Message | UnrankedReason)[] {
  const rows = samples + missing;
  const found = message`${missing} of ${rows} samples have no frame rate`;
  if (missing > rows * REFUSE_SHARE) {
    throw new ReaderError("too_many_skipped_rows", message`${found}. Log while the game is running.`);
  }
  const about = [
    ...(missing > 0 ? [message`${found} and are left out${tookOf(time)}.`] : []),
    ...(time.gapsS > 0
      ? [message`The log has no samples for ${seconds(time.gapsS)} of ${seconds(time.clockS)} s.`]
      : []),
  ];
  if (shareOf(time) <= MAX_RANKED_SHARE) return about;
  const limit = message`Logs are ranked if at most 5 % of the time between the first and the last frame rate has no frame rate. Log the game without pauses, and send the log as the tool wrote it.`;
  return reasonsOf("rows_left_out", [...about, limit]);
}

function shareOf({ clockS, samples, missing, missingS, isMissingKnown, gapsS }: UnsampledTime): number {
  const ofTime = clockS > 0 ? (missingS + gapsS) / clockS : 0;
  return isMissingKnown ? ofTime : Math.max(ofTime, missing / (samples + missing));
}

// Returns a text that says how long the samples without a frame rate took; empty where the log does not say. Samples
// before the first and after the last frame rate do not count, because the game did not run then.
function tookOf({ clockS, missing, missingS, isMissingKnown }: UnsampledTime): Message {
  if (missing === 0 || !(clockS > 0)) return message``;
  const least = ownWords(isMissingKnown ? "" : "at least ");
  return message`. Between the first and the last frame rate they took ${least}${seconds(missingS)} of ${seconds(clockS)} s`;
}

function seconds(value: number): number {
  return Number(value.toFixed(3));
}
