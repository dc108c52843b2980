import { message, type Message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";

const REFUSE_SHARE = 0.5;

/**
 * Returns warnings about the samples of a log that are left out because they have no frame rate.
 * @param samples the number of samples with a frame rate
 * @param missing the number of samples without a frame rate
 * @throws ReaderError `too_many_skipped_rows` where more than half of the samples have no frame rate
 */
export function checkSamples(samples: number, missing: number): Message[] {
  const rows = samples + missing;
  const found = message`${missing} of ${rows} samples have no frame rate`;
  if (missing > rows * REFUSE_SHARE) {
    throw new ReaderError("too_many_skipped_rows", message`${found}. Log while the game is running.`);
  }
  return missing > 0 ? [message`${found} and are left out.`] : [];
}
