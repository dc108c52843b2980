import { limits } from "../limits.ts";
import { message } from "../message.ts";
import { invalidZip } from "./invalid-zip.ts";

const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_LENGTH = 46;
const MAX_COMMENT_LENGTH = 0xffff;
const ENCRYPTED_FLAG = 1;
// The placeholder values of fields in a ZIP64 archive, whose real values are in the additional records of ZIP64.
const ZIP64_COUNT = 0xffff;
const ZIP64_SIZE = 0xffffffff;

/**
 * Returns the files of a ZIP archive. Only the central directory counts: a local header that the directory does not
 * list belongs to no file. Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16.
 * @throws ReaderError `invalid_zip` where the archive is damaged, in several parts, ZIP64, or holds too many files
 */
export function zipEntries(zip: Buffer): ZipEntry[] {
  const directory = readDirectory(zip);
  const entries: ZipEntry[] = [];
  let at = directory.start;
  for (let index = 0; index < directory.count; index += 1) {
    const isEntry = at + ENTRY_LENGTH <= directory.end && zip.readUInt32LE(at) === ENTRY_SIGNATURE;
    const nameEnd = isEntry ? at + ENTRY_LENGTH + zip.readUInt16LE(at + 28) : 0;
    if (!isEntry || nameEnd > directory.end) throw invalidZip(message`its list of files is damaged`);
    entries.push({
      name: zip.toString("utf8", at + ENTRY_LENGTH, nameEnd),
      isEncrypted: (zip.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0,
      method: zip.readUInt16LE(at + 10),
      crc32: zip.readUInt32LE(at + 16),
      compressedSize: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
    });
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** A file in a ZIP archive, as described by the central directory of the archive. */
export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  /** The number of the compression method (0: stored, 8: deflated) of the file in the archive. */
  method: number;
  crc32: number;
  compressedSize: number;
  size: number;
  /** The offset of the file's local header in the archive. */
  offset: number;
}

interface Directory {
  start: number;
  end: number;
  count: number;
}

function readDirectory(zip: Buffer): Directory {
  const end = findEnd(zip);
  const disks = [zip.readUInt16LE(end + 4), zip.readUInt16LE(end + 6)];
  const count = zip.readUInt16LE(end + 10);
  const size = zip.readUInt32LE(end + 12);
  const start = zip.readUInt32LE(end + 16);
  if (count === ZIP64_COUNT || size === ZIP64_SIZE || start === ZIP64_SIZE)
    throw invalidZip(message`it is a ZIP64 archive`);
  if (disks.some((disk) => disk !== 0) || zip.readUInt16LE(end + 8) !== count) {
    throw invalidZip(message`it is one part of an archive of several files`);
  }
  if (count > limits.maxZipEntries)
    throw invalidZip(message`it holds ${count} files, at most ${limits.maxZipEntries} are expected`);
  if (start + size > end) throw invalidZip(message`its list of files does not fit into the archive`);
  return { start, end: start + size, count };
}

// Finds the end record at the end of a ZIP archive. Only a comment can follow the record, and the record contains the
// length of the comment.
function findEnd(zip: Buffer): number {
  const first = Math.max(zip.length - END_LENGTH - MAX_COMMENT_LENGTH, 0);
  for (let at = zip.length - END_LENGTH; at >= first; at -= 1) {
    if (
      zip.readUInt32LE(at) === END_SIGNATURE &&
      at + END_LENGTH + zip.readUInt16LE(at + 20) === zip.length
    ) {
      return at;
    }
  }
  throw invalidZip(message`the end of the archive is missing, so the archive was probably cut short`);
}
