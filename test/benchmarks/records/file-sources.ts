import { setImmediate as nextTurn } from "node:timers/promises";
import type { FileStore } from "../../../src/benchmarks/records/file-store.ts";

// What the tests of the stores of files send and take.

/** How many bytes arrive at once. */
export const PIECE_BYTES = 64 * 1024;

/** Returns bytes of which no two pieces are equal. */
export function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  return bytes;
}

/** Yields bytes in pieces, as they arrive from a client. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await nextTurn();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

/** Yields bytes in pieces, and then fails. */
export async function* thatBreaksOff(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* inPieces(bytes);
  throw new Error("the sender has gone");
}

/** Reads as much of a file as the store gives. Returns the bytes, and the error at their end. */
export async function readAll(files: FileStore, file: Parameters<FileStore["open"]>[0]) {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of files.open(file)) pieces.push(piece as Uint8Array);
    return { bytes: Buffer.concat(pieces), error: null };
  } catch (error) {
    return { bytes: Buffer.concat(pieces), error };
  }
}
