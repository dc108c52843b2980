import { message, type Message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";

/** The error for a ZIP archive that cannot be read; `reason` completes the sentence "it cannot be read: …". */
export function invalidZip(reason: Message): ReaderError {
  const detail = message`This ZIP archive cannot be read: ${reason}. Send the .3dmark-result file exactly as 3DMark wrote it, or export the run as XML and send that.`;
  return new ReaderError("invalid_zip", detail);
}
