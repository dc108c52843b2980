import type { Config } from "../../config.ts";
import { headBytesOf, isArchive } from "../../readers/index.ts";
import { plainFileName } from "../../validation/names.ts";
import { FileTooLargeError } from "../errors.ts";

const MIB = 1024 * 1024;
/** The number of bytes at the beginning of a file that are inspected. */
const INSPECTED_BYTES = MIB;
/** The number of bytes at the beginning of a file that show whether it is an archive. */
const MAGIC_BYTES = 4;
/**
 * The maximum size, in bytes, of an archive that is inspected. An archive is received as a whole, because its list of
 * files is at its end.
 */
const MAX_ARCHIVE_BYTES = 4 * MIB;

/** A file that was sent to be inspected. */
export interface SentFile {
  name: string;
  /** The size of the whole sent file, in bytes. Only a part of the file may be in memory. */
  bytes: number;
  /** The first bytes of the file, which decide whether a submission accepts the file. */
  head: Uint8Array;
  /** The bytes to inspect, from the beginning of the file; null for an archive that is too large. */
  inspected: Uint8Array | null;
  /** Whether the bytes in `inspected` are the whole file. */
  isWhole: boolean;
}

/**
 * Receives a file, and keeps at most its first MiB and one byte in memory; of an archive, at most the first 4 MiB.
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

/** A received file of a submission. The first bytes are in memory; of a small file, all bytes. */
export interface ReceivedFile {
  name: string;
  /** The size of the whole received file, in bytes. Only a part of the file may be in memory. */
  bytes: number;
  /** The first bytes of the received file. */
  head: Uint8Array;
  /** All bytes of a small file; absent for a large file. */
  content?: Uint8Array;
}

/** Converts a received file of a submission to a file that can be inspected. */
export function asSentFile({ name, bytes, head, content = head }: ReceivedFile): SentFile {
  const isWhole = content.length === bytes;
  return { name, bytes, head, inspected: isArchive(head) && !isWhole ? null : content, isWhole };
}
