import { createHash } from "node:crypto";
import {
  MongoGridFSChunkError,
  MongoRuntimeError,
  ObjectId,
  type GridFSBucket,
  type GridFSBucketWriteStream,
} from "mongodb";
import { StoreUnavailableError } from "../../errors.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import { headBytesOf } from "../../readers/index.ts";
import { FileDamagedError, FileTooLargeError, StoredFileMissingError } from "../errors.ts";
import type { StoredContent } from "../model/run.ts";

// The bytes of files, on their way into GridFS and out of it. What becomes of a file is in file-store.ts.

/** Chunks in one read. The driver's own stream would fetch up to 16 MB, even for a slow reader. */
const CHUNKS_A_RANGE = 4;
/** A chunk is in one document, and no document of MongoDB is larger. */
const MAX_CHUNK_BYTES = 16 * 1024 * 1024;

/**
 * Yields the bytes of a file. It holds each chunk back until the next one is read, and the last chunk until length and SHA-256 are
 * those of the upload: nobody gets a damaged file to its end.
 * @throws StoredFileMissingError where the store does not have the file, FileDamagedError where its bytes are other than uploaded
 */
export async function* readChecked(
  bucket: GridFSBucket,
  { file_id, bytes, sha256 }: StoredContent,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let foundBytes = 0;
  let held: Uint8Array | undefined;
  for await (const chunk of readInRanges(bucket, file_id, bytes)) {
    foundBytes += chunk.length;
    if (foundBytes > bytes) break;
    if (held) yield held;
    held = chunk;
    hash.update(chunk);
  }
  if (foundBytes !== bytes) {
    const found = foundBytes > bytes ? "more" : String(foundBytes);
    throw new FileDamagedError(file_id, `expected ${bytes} bytes, found ${found}`);
  }
  if (hash.digest("hex") !== sha256)
    throw new FileDamagedError(file_id, "its SHA-256 is not that of the upload");
  if (held) yield held;
}

/** Yields the bytes of a file, but nothing further behind its expected end than one byte, whatever its document says. */
async function* readInRanges(
  bucket: GridFSBucket,
  fileId: string,
  expectedBytes: number,
): AsyncGenerator<Uint8Array> {
  const id = new ObjectId(fileId);
  const file = await bucket.find({ _id: id }).next();
  if (!file) throw new StoredFileMissingError(fileId);
  const { chunkSize } = file;
  if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > MAX_CHUNK_BYTES)
    throw new FileDamagedError(
      fileId,
      `expected chunks of 1 to ${MAX_CHUNK_BYTES} bytes, found ${chunkSize}`,
    );
  const length = Math.min(file.length, expectedBytes + 1);
  const rangeBytes = chunkSize * CHUNKS_A_RANGE;
  for (let start = 0; start < length; start += rangeBytes) {
    const end = Math.min(start + rangeBytes, length);
    try {
      yield* bucket.openDownloadStream(id, { start, end }) as AsyncIterable<Uint8Array>;
    } catch (error) {
      if (error instanceof MongoGridFSChunkError) throw new FileDamagedError(fileId, error.message);
      // The file was removed since its first bytes were read.
      if (error instanceof MongoRuntimeError && error.message.startsWith("FileNotFound"))
        throw new StoredFileMissingError(fileId);
      throw error;
    }
  }
}

interface WriteOptions {
  name: string;
  maxBytes: number;
  timeoutMs: number;
  /** Called after each chunk that MongoDB has confirmed. */
  onWritten: () => Promise<void>;
}

/**
 * Writes chunk by chunk and awaits each write, so that no write is in flight when it throws and the caller can remove all
 * chunks. Only a write that timed out may still arrive: the sweep removes such chunks together with the upload.
 * @returns the length and the SHA-256 of what it wrote, and the first bytes by which its format is recognised
 * @throws FileTooLargeError, StoreUnavailableError, or the error of the source
 */
export async function writeHashed(
  source: AsyncIterable<Uint8Array>,
  target: GridFSBucketWriteStream,
  { name, maxBytes, timeoutMs, onWritten }: WriteOptions,
): Promise<{ bytes: number; sha256: string; head: Uint8Array }> {
  const hash = createHash("sha256");
  const head = createHead();
  let bytes = 0;
  for await (const chunk of source) {
    head.add(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLargeError(name, maxBytes);
    hash.update(chunk);
    await confirmedWrite((done) => target.write(chunk, done), timeoutMs);
    await onWritten();
  }
  await confirmedWrite((done) => target.end(done), timeoutMs);
  return { bytes, sha256: hash.digest("hex"), head: head.bytes() };
}

const BEGINNING_BYTES = 64 * 1024;

/** Collects the first bytes of a file: 64 KiB, then as many more as its kind asks for. */
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

/** Resolves when MongoDB confirms a write. @throws StoreUnavailableError after the timeout, or the error of the write */
async function confirmedWrite(
  start: (done: (error?: Error | null) => void) => void,
  timeoutMs: number,
): Promise<void> {
  const writing = new Promise<void>((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
  try {
    await bounded(writing, timeoutMs, "writing a chunk");
  } catch (error) {
    throw error instanceof LateError ? new StoreUnavailableError("MongoDB", error) : error;
  }
}
