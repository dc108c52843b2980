import { limits } from "../limits.ts";
import { counted, listed, quoted } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";
import { zipEntries, type ZipEntry } from "./entries.ts";
import { extractEntry } from "./extract-entry.ts";
import { invalidZip } from "./invalid-zip.ts";

/** The only file of a .3dmark-result archive that is read. */
export const resultXmlName = "Result.xml";

const firstBytes = Buffer.from("PK\x03\x04", "latin1");
const firstBytesOfEmpty = Buffer.from("PK\x05\x06", "latin1");
const maxNamesInMessage = 5;

/** Whether a file is a ZIP archive, as a .3dmark-result file is, by its first bytes. */
export function isZip(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, firstBytes.length));
  return start.equals(firstBytes) || start.equals(firstBytesOfEmpty);
}

// The list of files stands at the end of the archive: it is held as a whole, and bounded.
async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limits.maxZipBytes) {
      const detail = `The ZIP archive is larger than ${limits.maxZipBytes / 1024 / 1024} MiB; a .3dmark-result file has less than one. Export the run as XML in 3DMark and send that file.`;
      throw new ReaderError("too_large", detail);
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function findResult(entries: readonly ZipEntry[]): ZipEntry {
  const [result, another] = entries.filter(({ name }) => name === resultXmlName);
  if (another !== undefined) throw invalidZip(`it holds ${resultXmlName} more than once`);
  if (result !== undefined) return result;
  const names = listed(
    entries.map(({ name }) => quoted(name)),
    maxNamesInMessage,
  );
  const held = entries.length === 0 ? "It is empty" : `It holds ${counted(entries.length, "file")}: ${names}`;
  const detail = `This is a ZIP archive without ${resultXmlName}, so it is no .3dmark-result file. ${held}. If one of these is a .3dmark-result file, unpack the archive and send that file; or export the run as XML in 3DMark and send that.`;
  throw new ReaderError("wrong_format", detail);
}

/**
 * The content of `Result.xml` in a .3dmark-result file, which is a ZIP archive of at most 16 MiB. No other file of the archive
 * is unpacked or looked at: some hold licence keys and names. Throws ReaderError: `wrong_format` where there is no Result.xml,
 * `encrypted_zip`, `too_large`, `invalid_zip`; errors of the stream pass through.
 */
export async function extractResultXml(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const zip = await readAll(chunks);
  const content = await extractEntry(zip, findResult(zipEntries(zip)));
  if (isZip(content)) throw invalidZip(`its ${resultXmlName} is an archive again`);
  return content;
}
