import {
  GridFSBucket,
  MongoGridFSChunkError,
  MongoRuntimeError,
  ObjectId,
  type GridFSBucketWriteStream,
} from "mongodb";
import { StoreUnavailableError } from "../../errors.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import { isMongoUnavailable, isWriteRefused, type Mongo } from "../../infra/mongo.ts";
import { FileDamagedError, StoredFileMissingError } from "../errors.ts";
import type { ContentWriter, FileContents } from "./file-contents.ts";

/** Chunks in one read. The driver's own stream would fetch up to 16 MB, even for a slow reader. */
const CHUNKS_A_RANGE = 4;
/** A chunk is in one document, and no document of MongoDB is larger. */
const MAX_CHUNK_BYTES = 16 * 1024 * 1024;

/** Creates the store of the bytes of files in GridFS. No other file knows GridFS. */
export function createGridfsContents(mongo: Pick<Mongo, "db" | "fileDb" | "timeoutMs">): FileContents {
  const bucket = new GridFSBucket(mongo.db, { bucketName: "files" });
  const readBucket = new GridFSBucket(mongo.fileDb, { bucketName: "files" });
  return {
    begin: (fileId) =>
      createWriter(bucket.openUploadStreamWithId(new ObjectId(fileId), fileId), mongo.timeoutMs),
    read: (fileId, expectedBytes) => readInRanges(readBucket, fileId, expectedBytes),
    has: async (fileId) => (await bucket.find({ _id: new ObjectId(fileId) }).next()) !== null,
    remove: async (fileIds) => {
      await Promise.all(fileIds.map((fileId) => removeBytes(bucket, new ObjectId(fileId))));
    },
    isSilence: (error) => isMongoUnavailable(error) && !isWriteRefused(error),
  };
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

/**
 * Writes chunk by chunk and awaits each write, so that no write is in flight when one fails and the caller can remove all chunks.
 * Only a write that timed out may still arrive: the sweep removes such chunks together with the upload.
 */
function createWriter(target: GridFSBucketWriteStream, timeoutMs: number): ContentWriter {
  // Errors arrive through the callbacks of write and end; without a listener they would end the process as well.
  target.on("error", () => undefined);
  return {
    write: (bytes) => confirmedWrite((done) => target.write(bytes, done), timeoutMs),
    end: () => confirmedWrite((done) => target.end(done), timeoutMs),
    abandon: () => void target.destroy(),
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

async function removeBytes(bucket: GridFSBucket, id: ObjectId): Promise<void> {
  try {
    await bucket.delete(id);
  } catch (error) {
    // The file of an interrupted upload has no document. The driver has removed its chunks before it throws this error.
    if (!(error instanceof Error && error.message.startsWith("File not found"))) throw error;
  }
}
