import { peek } from "../bytes/peek.ts";
import { limits } from "../limits.ts";
import { message, ownWords } from "../message.ts";
import { ReaderError } from "../reader-error.ts";
import { heldFiles } from "./held-files.ts";
import { isGzip } from "./is-archive.ts";
import { readZip } from "./read-zip.ts";
import { unpackEntry, unpackGzip } from "./unpack-stream.ts";
import { zipEntries, type ZipEntry } from "./zip-entries.ts";
import { baseName, isPackedFile } from "./zip-names.ts";

const SEND_UNPACKED = ownWords("Send the capture unpacked, or an archive that holds nothing else.");

/**
 * Returns the only file in a ZIP archive or a gzip file: its name (null in a gzip file without a name), and its content
 * as a stream of at most 100 MiB. Errors of the stream pass through.
 * @throws ReaderError `wrong_format` where the archive holds no file or several, `too_large`, `encrypted_zip`,
 * `invalid_zip`. The content throws `too_large`, `invalid_zip` and `invalid_gzip` while it is read
 */
export async function extractCapture(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ name: string | null; content: AsyncIterable<Uint8Array> }> {
  const { head, all } = await peek(chunks, limits.beginningBytes);
  if (isGzip(head)) return { name: null, content: unpackGzip(all) };
  const zip = await readZip(all, SEND_UNPACKED);
  const files = zipEntries(zip).filter(({ name }) => isPackedFile(name));
  const [file, another] = files;
  if (file === undefined || another !== undefined) throw notOneFile(files);
  return { name: baseName(file.name), content: unpackEntry(zip, file) };
}

function notOneFile(files: readonly ZipEntry[]): ReaderError {
  const found = files.length === 0 ? message`It holds no file` : heldFiles(files);
  const detail = message`Expected a ZIP archive with one file in it, a capture. ${found}. ${SEND_UNPACKED}`;
  return new ReaderError("wrong_format", detail);
}
