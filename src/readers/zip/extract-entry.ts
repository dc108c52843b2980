import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { limits } from "../limits.ts";
import { message, quoted } from "../message.ts";
import { ReaderError } from "../reader-error.ts";
import { invalidZip } from "./invalid-zip.ts";
import type { ZipEntry } from "./zip-entries.ts";

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_LENGTH = 30;
/** The words that replace the name of a file in an archive in the public form of a message. */
const A_FILE = "a file in it";

/**
 * Returns the content of a file of a ZIP archive, at most 1 MiB.
 * @throws ReaderError `encrypted_zip`, `too_large`, and `invalid_zip` where the content does not have the length and
 * the checksum that the archive's directory states
 */
export async function extractEntry(zip: Buffer, entry: ZipEntry): Promise<Buffer> {
  const packed = packedBytesOf(zip, entry);
  if (Math.max(entry.size, entry.compressedSize) > limits.maxXmlBytes) throw tooLarge(entry.name);
  const content = await unpack(packed, entry);
  if (content.length !== entry.size || crc32(content) !== entry.crc32) {
    throw invalidZip(message`${quoted(entry.name, A_FILE)} is damaged`);
  }
  return content;
}

/**
 * Returns the bytes of a file as stored in the archive: uncompressed (method 0), or deflated (method 8).
 * @throws ReaderError `encrypted_zip`, `invalid_zip`
 */
export function packedBytesOf(zip: Buffer, entry: ZipEntry): Buffer {
  const { name, isEncrypted, method, offset, compressedSize } = entry;
  if (isEncrypted) {
    const detail = message`${quoted(name, "A file")} in this ZIP archive is encrypted. Send it without a password.`;
    throw new ReaderError("encrypted_zip", detail);
  }
  if (method !== 0 && method !== 8)
    throw invalidZip(message`${quoted(name, A_FILE)} is packed by a method other than deflate`);
  const isLocalHeader = offset + LOCAL_LENGTH <= zip.length && zip.readUInt32LE(offset) === LOCAL_SIGNATURE;
  if (!isLocalHeader)
    throw invalidZip(
      message`${quoted(name, A_FILE)} is not at the place that the archive's list of files names`,
    );
  const start = offset + LOCAL_LENGTH + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  if (start + compressedSize > zip.length) throw invalidZip(message`${quoted(name, A_FILE)} is cut off`);
  return zip.subarray(start, start + compressedSize);
}

const inflate = promisify(inflateRaw);

// Unpacks the bytes of a file in an archive. zlib itself enforces the limit of the size, so that a small archive with a
// huge content takes no more memory than the limit.
async function unpack(bytes: Buffer, { name, method }: ZipEntry): Promise<Buffer> {
  if (method === 0) return bytes;
  try {
    return await inflate(bytes, { maxOutputLength: limits.maxXmlBytes });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw code === "ERR_BUFFER_TOO_LARGE"
      ? tooLarge(name)
      : invalidZip(message`${quoted(name, A_FILE)} is damaged`);
  }
}

function tooLarge(name: string): ReaderError {
  const detail = message`${quoted(name, "A file")} in this ZIP archive is larger than ${limits.maxXmlBytes / 1024 / 1024} MiB; that of a 3DMark run has a few kilobytes. Send the .3dmark-result file exactly as 3DMark wrote it.`;
  return new ReaderError("too_large", detail);
}
