import { createHash } from "node:crypto";
import { headBytesOf } from "../../readers/index.ts";
import { FileDamagedError, FileTooLargeError } from "../errors.ts";
import type { StoredContent } from "../model/run.ts";
import type { ContentWriter, FileContents } from "./file-contents.ts";

// This module writes the bytes of files to a store and reads them again. The module file-store.ts decides which files
// are stored and removed.

/**
 * Yields the bytes of a file, and checks them. Each piece is held back until the next piece is read, and the last piece
 * until length and SHA-256 match the upload. So no caller gets the last piece of a damaged file.
 * @throws StoredFileMissingError where the store does not have the file, FileDamagedError where the bytes differ from
 * the upload
 */
export async function* readChecked(
  contents: Pick<FileContents, "read">,
  { file_id, bytes, sha256 }: StoredContent,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let foundBytes = 0;
  let held: Uint8Array | undefined;
  for await (const piece of contents.read(file_id, bytes)) {
    foundBytes += piece.length;
    if (foundBytes > bytes) break;
    if (held) yield held;
    held = piece;
    hash.update(piece);
  }
  if (foundBytes !== bytes) {
    const found = foundBytes > bytes ? "more" : String(foundBytes);
    throw new FileDamagedError(file_id, `expected ${bytes} bytes, found ${found}`);
  }
  if (hash.digest("hex") !== sha256)
    throw new FileDamagedError(file_id, "its SHA-256 is not that of the upload");
  if (held) yield held;
}

interface WriteOptions {
  name: string;
  maxBytes: number;
  /** The function that is called each time the store has confirmed a piece of the file. */
  onWritten: () => Promise<void>;
}

/**
 * Writes a file to a store piece by piece. The next piece is written after the store has confirmed the previous one.
 * @returns the length and the SHA-256 of the file, and its first bytes, by which its format is recognised
 * @throws FileTooLargeError, StoreUnavailableError, or the error of the source
 */
export async function writeHashed(
  source: AsyncIterable<Uint8Array>,
  target: ContentWriter,
  { name, maxBytes, onWritten }: WriteOptions,
): Promise<{ bytes: number; sha256: string; head: Uint8Array }> {
  const hash = createHash("sha256");
  const head = createHead();
  let bytes = 0;
  for await (const piece of source) {
    head.add(piece);
    bytes += piece.length;
    if (bytes > maxBytes) throw new FileTooLargeError(name, maxBytes);
    hash.update(piece);
    await target.write(piece);
    await onWritten();
  }
  await target.end();
  return { bytes, sha256: hash.digest("hex"), head: head.bytes() };
}

const BEGINNING_BYTES = 64 * 1024;

/** Collects the first bytes of a file: 64 KiB, or more if recognising the format needs more. */
function createHead() {
  const parts: Uint8Array[] = [];
  let length = 0;
  let wanted = BEGINNING_BYTES;
  let isWantedKnown = false;
  function take(bytes: Uint8Array): Uint8Array {
    const taken = bytes.subarray(0, wanted - length);
    if (taken.length > 0) parts.push(taken);
    length += taken.length;
    return bytes.subarray(taken.length);
  }
  return {
    add(chunk: Uint8Array): void {
      const rest = take(chunk);
      if (length < BEGINNING_BYTES || isWantedKnown) return;
      isWantedKnown = true;
      wanted = headBytesOf(Buffer.concat(parts));
      take(rest);
    },
    bytes: (): Uint8Array => Buffer.concat(parts),
  };
}
