import {
  GridFSBucket,
  ObjectId,
  type Collection,
  type GridFSBucketWriteStream,
  type GridFSFile,
} from "mongodb";
import { StoreUnavailableError } from "../../errors.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import { isMongoSilent, type Mongo } from "../../infra/mongo.ts";
import { FileDamagedError, StoredFileMissingError } from "../errors.ts";
import type { ContentWriter, FileContents } from "./file-contents.ts";

/**
 * The number of chunks of a file that one query reads. All chunks of a query are in memory until the consumer has read
 * them.
 */
const CHUNKS_A_RANGE = 4;
/**
 * Maximum size of a MongoDB document in bytes. A chunk of GridFS is one document, so the limit applies to chunks, too.
 */
const MAX_CHUNK_BYTES = 16 * 1024 * 1024;

/** Creates the store of the bytes of files in GridFS. No other module uses GridFS. */
export function createGridfsContents(mongo: Pick<Mongo, "db" | "fileDb" | "timeoutMs">): FileContents {
  const bucket = new GridFSBucket(mongo.db, { bucketName: "files" });
  const readable: Readable = {
    documents: mongo.fileDb.collection("files.files"),
    chunks: mongo.fileDb.collection("files.chunks"),
  };
  return {
    begin: (fileId) =>
      createWriter(bucket.openUploadStreamWithId(new ObjectId(fileId), fileId), mongo.timeoutMs),
    read: (fileId, expectedBytes) => readInRanges(readable, fileId, expectedBytes),
    has: async (fileId) => (await bucket.find({ _id: new ObjectId(fileId) }).next()) !== null,
    remove: async (fileIds) => {
      await Promise.all(fileIds.map((fileId) => removeBytes(bucket, new ObjectId(fileId))));
    },
    isSilence: isMongoSilent,
  };
}

/**
 * Yields the bytes of a file, at most one byte beyond its expected end, even if its document in GridFS states a greater
 * length. The stream of MongoDB's driver would query the file's document again for each range of chunks.
 */
async function* readInRanges(
  { documents, chunks }: Readable,
  fileId: string,
  expectedBytes: number,
): AsyncGenerator<Uint8Array> {
  const id = new ObjectId(fileId);
  const findRange = (first: number) =>
    chunks
      .find({ files_id: id, n: { $gte: first } }, { promoteBuffers: true })
      .sort({ n: 1 })
      .limit(CHUNKS_A_RANGE)
      .toArray();
  const [file, firstRange] = await Promise.all([documents.findOne({ _id: id }), findRange(0)]);
  if (!file) throw new StoredFileMissingError(fileId);
  const { chunkSize } = file;
  if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > MAX_CHUNK_BYTES)
    throw new FileDamagedError(
      fileId,
      `expected chunks of 1 to ${MAX_CHUNK_BYTES} bytes, found ${chunkSize}`,
    );
  const length = Math.min(file.length, expectedBytes + 1);
  let range = firstRange;
  for (let start = 0; start < length;) {
    const [chunk, ...rest] = range;
    if (!chunk) {
      // If another process has removed the file since its first bytes were read, report a missing chunk as a missing
      // file.
      if (!(await documents.findOne({ _id: id }))) throw new StoredFileMissingError(fileId);
      return;
    }
    requireChunk(fileId, chunk, { n: start / chunkSize, bytes: Math.min(chunkSize, file.length - start) });
    yield chunk.data.subarray(0, length - start);
    start += chunkSize;
    range = rest.length > 0 || start >= length ? rest : await findRange(start / chunkSize);
  }
}

/** Checks that a chunk of a file is the next one, and complete. @throws FileDamagedError where it is not */
function requireChunk(fileId: string, chunk: Chunk, expected: { n: number; bytes: number }): void {
  const found = { n: chunk.n, bytes: chunk.data.length };
  if (found.n === expected.n && found.bytes === expected.bytes) return;
  const [wanted, stored] = [expected, found].map(({ n, bytes }) => `chunk ${n} of ${bytes} bytes`);
  throw new FileDamagedError(fileId, `expected ${wanted}, found ${stored}`);
}

/** A chunk of a file, as GridFS stores it. */
interface Chunk {
  files_id: ObjectId;
  n: number;
  data: Buffer;
}

/** The collections of GridFS, on the connections to MongoDB that read files. */
interface Readable {
  documents: Collection<GridFSFile>;
  chunks: Collection<Chunk>;
}

/**
 * Writes a file chunk by chunk and awaits each write. If a write fails, no other write is under way, and the caller can
 * remove all chunks. Only a write that timed out may still arrive later: the sweep of orphaned files removes its chunk
 * together with the upload.
 */
function createWriter(target: GridFSBucketWriteStream, timeoutMs: number): ContentWriter {
  // A listener that ignores the errors of the stream: the callbacks of `write` and `end` get the errors, but without a
  // listener an error would also end the process.
  target.on("error", () => undefined);
  return {
    write: (bytes) => confirmedWrite((done) => target.write(bytes, done), timeoutMs),
    end: () => confirmedWrite((done) => target.end(done), timeoutMs),
    abandon: () => void target.destroy(),
  };
}

/**
 * Resolves when MongoDB confirms a write.
 * @throws StoreUnavailableError after the timeout, or the error of the write
 */
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
    // Ignore the error that the file's document is missing, which an interrupted upload leaves: MongoDB's driver
    // removes the chunks before it throws the error.
    if (!(error instanceof Error && error.message.startsWith("File not found"))) throw error;
  }
}
