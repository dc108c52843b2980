import { limits } from "../limits.ts";
import { invalidZip } from "./invalid-zip.ts";

/** A file in a ZIP archive, by the archive's central directory. */
export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  /** 0: stored as it is, 8: deflated. */
  method: number;
  crc32: number;
  compressedSize: number;
  size: number;
  /** Where its local header stands. */
  offset: number;
}

const endSignature = 0x06054b50;
const endLength = 22;
const entrySignature = 0x02014b50;
const entryLength = 46;
const maxCommentLength = 0xffff;
const encryptedFlag = 1;
// What stands in a field whose value is elsewhere, in the records of ZIP64.
const zip64Count = 0xffff;
const zip64Size = 0xffffffff;

interface Directory {
  start: number;
  end: number;
  count: number;
}

// The end record stands at the very end, but for a comment whose length it has.
function findEnd(zip: Buffer): number {
  const first = Math.max(zip.length - endLength - maxCommentLength, 0);
  for (let at = zip.length - endLength; at >= first; at -= 1) {
    if (zip.readUInt32LE(at) === endSignature && at + endLength + zip.readUInt16LE(at + 20) === zip.length) {
      return at;
    }
  }
  throw invalidZip("it has no end; it was probably cut short");
}

function readDirectory(zip: Buffer): Directory {
  const end = findEnd(zip);
  const disks = [zip.readUInt16LE(end + 4), zip.readUInt16LE(end + 6)];
  const count = zip.readUInt16LE(end + 10);
  const size = zip.readUInt32LE(end + 12);
  const start = zip.readUInt32LE(end + 16);
  if (count === zip64Count || size === zip64Size || start === zip64Size)
    throw invalidZip("it is a ZIP64 archive");
  if (disks.some((disk) => disk !== 0) || zip.readUInt16LE(end + 8) !== count) {
    throw invalidZip("it is one part of an archive of several files");
  }
  if (count > limits.maxZipEntries)
    throw invalidZip(`it holds ${count} files, at most ${limits.maxZipEntries} are expected`);
  if (start + size > end) throw invalidZip("its list of files does not fit into it");
  return { start, end: start + size, count };
}

/**
 * The files of a ZIP archive by its central directory, which alone tells what belongs to it.
 * Throws ReaderError `invalid_zip` where it is damaged, in several parts, ZIP64, or holds too many files.
 * Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16.
 */
export function zipEntries(zip: Buffer): ZipEntry[] {
  const directory = readDirectory(zip);
  const entries: ZipEntry[] = [];
  let at = directory.start;
  for (let index = 0; index < directory.count; index += 1) {
    const isEntry = at + entryLength <= directory.end && zip.readUInt32LE(at) === entrySignature;
    const nameEnd = isEntry ? at + entryLength + zip.readUInt16LE(at + 28) : 0;
    if (!isEntry || nameEnd > directory.end) throw invalidZip("its list of files is damaged");
    entries.push({
      name: zip.toString("utf8", at + entryLength, nameEnd),
      isEncrypted: (zip.readUInt16LE(at + 8) & encryptedFlag) !== 0,
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
