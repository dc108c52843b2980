import { limits } from "../../limits.ts";
import { counted, fromFile, listed, message, quoted } from "../../message.ts";
import { ReaderError } from "../../reader-error.ts";
import { extractEntry } from "../../zip/extract-entry.ts";
import { invalidZip } from "../../zip/invalid-zip.ts";
import { isZip } from "../../zip/is-zip.ts";
import { zipEntries, type ZipEntry } from "../../zip/zip-entries.ts";

/** The only file of a .3dmark-result archive that is read. */
export const RESULT_XML_NAME = "Result.xml";

const MAX_NAMES_IN_MESSAGE = 5;

/**
 * The content of `Result.xml` in a .3dmark-result file, a ZIP archive of at most 16 MiB. No other file of the archive is
 * unpacked: some hold licence keys and names. Errors of the stream pass through.
 * @throws ReaderError `wrong_format` where there is no Result.xml, `encrypted_zip`, `too_large`, `invalid_zip`
 */
export async function extractResultXml(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const zip = await readAll(chunks);
  const content = await extractEntry(zip, findResult(zipEntries(zip)));
  if (isZip(content)) throw invalidZip(message`its Result.xml is an archive again`);
  return content;
}

// The archive is held in memory as a whole, because its list of files stands at its end.
async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limits.maxZipBytes) {
      const detail = message`The ZIP archive is larger than ${limits.maxZipBytes / 1024 / 1024} MiB; a .3dmark-result file has less than one. Export the run as XML in 3DMark and send that file.`;
      throw new ReaderError("too_large", detail);
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function findResult(entries: readonly ZipEntry[]): ZipEntry {
  const [result, another] = entries.filter(({ name }) => name === RESULT_XML_NAME);
  if (another !== undefined) throw invalidZip(message`it holds Result.xml more than once`);
  if (result !== undefined) return result;
  const names = listed(
    entries.map(({ name }) => quoted(name)),
    MAX_NAMES_IN_MESSAGE,
  );
  const held =
    entries.length === 0
      ? message`It is empty`
      : message`It holds ${counted(entries.length, "file")}${fromFile(`: ${names.detail}`, "")}`;
  const detail = message`This is a ZIP archive without Result.xml, so it is no .3dmark-result file. ${held}. If one of these is a .3dmark-result file, unpack the archive and send that file; or export the run as XML in 3DMark and send that.`;
  throw new ReaderError("wrong_format", detail);
}
