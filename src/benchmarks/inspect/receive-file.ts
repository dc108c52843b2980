import type { Config } from "../../config.ts";
import { headBytesOf, isArchive } from "../../readers/index.ts";
import { plainFileName } from "../../validation/names.ts";
import { FileTooLargeError } from "../errors.ts";

const MIB = 1024 * 1024;
/** The number of bytes of a file that are inspected. */
const INSPECTED_BYTES = MIB;
/** The number of bytes of a file that show whether it is an archive. */
const MAGIC_BYTES = 4;
/** The maximum size of an archive that is inspected. The list of files of an archive is at its end. */
const MAX_ARCHIVE_BYTES = 4 * MIB;

/** A file that was sent to be inspected. */
export interface SentFile {
  name: string;
  /** The size of the whole file. */
  bytes: number;
  /** The first bytes, by which a submission accepts or refuses the file. */
  head: Uint8Array;
  /** The bytes to inspect; null for an archive that is too large. */
  inspected: Uint8Array | null;
  /** Whether `inspected` is the whole file. */
  isWhole: boolean;
}

/**
 * Receives a file, and keeps at most its first MiB in memory and one byte, of an archive the first 4 MiB.
 * @throws FileTooLargeError, or the error of the stream
 */
export async function receiveFile(
  content: AsyncIterable<Uint8Array>,
  sentName: string,
  { MAX_FILE_BYTES }: Pick<Config, "MAX_FILE_BYTES">,
): Promise<SentFile> {
  const name = plainFileName(sentName);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let maxKept = INSPECTED_BYTES + 1;
  for await (const chunk of content) {
    if (bytes < MAGIC_BYTES && isArchive(Buffer.concat([...parts, chunk.subarray(0, MAGIC_BYTES)])))
      maxKept = MAX_ARCHIVE_BYTES;
    if (bytes < maxKept) parts.push(chunk.subarray(0, maxKept - bytes));
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) throw new FileTooLargeError(name, MAX_FILE_BYTES);
  }
  const kept = Buffer.concat(parts);
  const maxBytes = isArchive(kept) ? MAX_ARCHIVE_BYTES : INSPECTED_BYTES;
  const isWhole = bytes <= maxBytes;
  return {
    name,
    bytes,
    head: kept.subarray(0, headBytesOf(kept)),
    inspected: isArchive(kept) && !isWhole ? null : kept.subarray(0, maxBytes),
    isWhole,
  };
}

/** A file of a submission, of which the first bytes are in memory, or all bytes of a small file. */
export interface ReceivedFile {
  name: string;
  /** The size of the whole file. */
  bytes: number;
  /** The first bytes. */
  head: Uint8Array;
  /** All bytes of a small file. */
  content?: Uint8Array;
}

/** Returns a file of a submission as a file to inspect. */
export function asSentFile({ name, bytes, head, content = head }: ReceivedFile): SentFile {
  const isWhole = content.length === bytes;
  return { name, bytes, head, inspected: isArchive(head) && !isWhole ? null : content, isWhole };
}
