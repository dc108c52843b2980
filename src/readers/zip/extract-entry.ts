import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { limits } from "../limits.ts";
import { quoted } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";
import type { ZipEntry } from "./entries.ts";
import { invalidZip } from "./invalid-zip.ts";

const inflate = promisify(inflateRaw);

const localSignature = 0x04034b50;
const localLength = 30;

function tooLarge(name: string): ReaderError {
  const detail = `${quoted(name)} in this ZIP archive is larger than ${limits.maxXmlBytes / 1024 / 1024} MiB; that of a 3DMark run has a few kilobytes. Send the .3dmark-result file exactly as 3DMark wrote it.`;
  return new ReaderError("too_large", detail);
}

function compressedBytes(zip: Buffer, { name, offset, compressedSize }: ZipEntry): Buffer {
  const isLocalHeader = offset + localLength <= zip.length && zip.readUInt32LE(offset) === localSignature;
  if (!isLocalHeader) throw invalidZip(`${quoted(name)} is not where its list of files says`);
  const start = offset + localLength + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  if (start + compressedSize > zip.length) throw invalidZip(`${quoted(name)} is cut off`);
  return zip.subarray(start, start + compressedSize);
}

// The bound is zlib's own: what a few bytes claim to unpack to is never allocated.
async function unpack(bytes: Buffer, { name, method }: ZipEntry): Promise<Buffer> {
  if (method === 0) return bytes;
  if (method !== 8) throw invalidZip(`${quoted(name)} is packed by a method other than deflate`);
  try {
    return await inflate(bytes, { maxOutputLength: limits.maxXmlBytes });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw code === "ERR_BUFFER_TOO_LARGE" ? tooLarge(name) : invalidZip(`${quoted(name)} is damaged`);
  }
}

/**
 * The content of a file of a ZIP archive, at most 1 MiB. Throws ReaderError: `encrypted_zip`, `too_large`, and
 * `invalid_zip` where the content is not the one that the archive's list has by length and checksum.
 */
export async function extractEntry(zip: Buffer, entry: ZipEntry): Promise<Buffer> {
  if (entry.isEncrypted) {
    const detail = `${quoted(entry.name)} in this ZIP archive is encrypted. Send the .3dmark-result file exactly as 3DMark wrote it, without a password.`;
    throw new ReaderError("encrypted_zip", detail);
  }
  if (Math.max(entry.size, entry.compressedSize) > limits.maxXmlBytes) throw tooLarge(entry.name);
  const content = await unpack(compressedBytes(zip, entry), entry);
  if (content.length !== entry.size || crc32(content) !== entry.crc32) {
    throw invalidZip(`${quoted(entry.name)} is damaged`);
  }
  return content;
}
