import { limits } from "../limits.ts";
import { message, type Message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";

/**
 * Returns the bytes of a ZIP archive. The whole archive is held in memory, because its list of files is at the end.
 * Errors of the stream pass through.
 * @param whatToDo the end of the message about an archive that is too large
 * @throws ReaderError `too_large` above 16 MiB
 */
export async function readZip(chunks: AsyncIterable<Uint8Array>, whatToDo: Message): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limits.maxZipBytes) {
      const detail = message`The ZIP archive is larger than ${limits.maxZipBytes / 1024 / 1024} MiB. ${whatToDo}`;
      throw new ReaderError("too_large", detail);
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
