import { setImmediate as nextTurn } from "node:timers/promises";
import type { FileStore } from "../../../src/benchmarks/records/file-store.ts";

// Contents of files that the tests upload to file stores, and a function that downloads a file.

/** The length in bytes of the pieces in which a file arrives. */
export const PIECE_BYTES = 64 * 1024;

/**
 * Returns a file of the given length in which no two pieces of PIECE_BYTES bytes are equal, so that a test notices
 * swapped pieces.
 */
export function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  return bytes;
}

/** Yields a file in pieces of PIECE_BYTES, as the pieces of an upload arrive from a client. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await nextTurn();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

/** Yields all pieces of a file, then fails with an error, as when the client disconnects. */
export async function* thatBreaksOff(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* inPieces(bytes);
  throw new Error("the sender has gone");
}

/** Reads a file until its end or until the store throws. Returns the bytes, and the error if there was one. */
export async function readAll(files: FileStore, file: Parameters<FileStore["open"]>[0]) {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of files.open(file)) pieces.push(piece as Uint8Array);
    return { bytes: Buffer.concat(pieces), error: null };
  } catch (error) {
    return { bytes: Buffer.concat(pieces), error };
  }
}
