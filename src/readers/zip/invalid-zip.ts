import { message, type Message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";

/** Returns the error for a ZIP archive that cannot be read; `reason` completes the sentence "it cannot be read: …". */
export function invalidZip(reason: Message): ReaderError {
  const detail = message`This ZIP archive cannot be read: ${reason}. Send a .3dmark-result file exactly as 3DMark wrote it; unpack any other archive, and send the unpacked file.`;
  return new ReaderError("invalid_zip", detail);
}
