import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  GridFSBucket,
  ObjectId,
  type Collection,
  type Db,
  type Filter,
  type GridFSBucketWriteStream,
} from "mongodb";
import { StoreUnavailableError } from "../../errors.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import type { Clock } from "../../infra/clock.ts";
import { isMongoUnavailable } from "../../infra/mongo.ts";
import { plainFileName } from "../../validation/names.ts";
import { FileTooLargeError, StoredFileMissingError } from "../errors.ts";
import type { RunFile } from "./runs-repository.ts";

/** A file that was just stored. */
export interface StoredFile extends RunFile {
  /** Its first bytes, up to 64 KiB, which tell what kind of file it is. */
  head: Uint8Array;
}

/** Result files. One small interface, so that an object store can take the place of GridFS. */
export interface FileStore {
  /**
   * Stores a stream while it is hashed; never more than a chunk of it is in memory.
   * @throws FileTooLargeError, or the stream's own error; nothing of the file is left then
   */
  put(source: AsyncIterable<Uint8Array>, name: string): Promise<StoredFile>;
  /** The bytes of a file. */
  open(fileId: string): Readable;
  /** Whether the store has a file. */
  has(fileId: string): Promise<boolean>;
  /**
   * Marks files as belonging to a submission that is about to be stored.
   * @throws StoreUnavailableError where one was removed meanwhile, as an upload that took too long
   */
  attach(fileIds: readonly string[], submissionId: string): Promise<void>;
  /** Notes that the submission which files were attached to is stored: they are no longer doubtful. */
  settle(fileIds: readonly string[]): Promise<void>;
  /** Makes a file doubtful again that a submission has: another is about to take its place. */
  doubt(fileId: string, submissionId: string): Promise<void>;
  /** Removes files and all that is known of them. Those that are gone already are no error. */
  remove(fileIds: readonly string[]): Promise<void>;
  /** Files that no submission may have, last touched before a moment, and files whose removal was broken off. */
  findDoubtful(before: Date, limit: number): Promise<DoubtfulFile[]>;
  /** Removes a doubtful file, unless it was touched since: a request may be attaching it at this very moment. */
  removeDoubtful(file: DoubtfulFile, before: Date): Promise<void>;
}

/** A file that may be nobody's. */
interface DoubtfulFile {
  fileId: string;
  /** The submission that it was attached to; null where it never was. */
  submissionId: string | null;
}

/** What is known of a file besides its bytes: written before the first and removed after the last. */
interface Upload {
  _id: string;
  /** open: being received. attached: a submission is about to have it. settled: it has it. deleting: on its way out. */
  state: "open" | "attached" | "settled" | "deleting";
  submission_id?: string;
  /** When it was begun or attached. */
  touched_at: Date;
}

interface FileStoreParts {
  db: Db;
  /** The same database with a time limit on stalls instead of whole streams. */
  fileDb: Db;
  /** How long one chunk may take to be written. */
  stallTimeoutMs: number;
  clock: Clock;
  maxBytes: number;
}

const HEAD_BYTES = 64 * 1024;

const uploadsOf = (db: Db): Collection<Upload> => db.collection("uploads");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpFiles(db: Db): Promise<void> {
  await uploadsOf(db).createIndex({ state: 1, touched_at: 1 });
}

/** Files in GridFS. */
export function createFileStore(parts: FileStoreParts): FileStore {
  const { db, fileDb, stallTimeoutMs, clock, maxBytes } = parts;
  const uploads = uploadsOf(db);
  const bucket = new GridFSBucket(fileDb, { bucketName: "files" });

  async function remove(fileIds: readonly string[]): Promise<void> {
    // Asking for nothing takes as long as asking for something: too long while the store is away.
    if (fileIds.length === 0) return;
    const ids = { _id: { $in: [...fileIds] } };
    await uploads.updateMany(ids, { $set: { state: "deleting" } });
    await Promise.all(fileIds.map((fileId) => removeBytes(bucket, new ObjectId(fileId))));
    await uploads.deleteMany(ids);
  }

  return {
    put: async (source, sentName) => {
      const name = plainFileName(sentName);
      const id = new ObjectId();
      const fileId = id.toHexString();
      await uploads.insertOne({ _id: fileId, state: "open", touched_at: clock() });
      const target = bucket.openUploadStreamWithId(id, fileId);
      // Errors reach us through the callbacks of write and end; without a listener they would end the process as well.
      target.on("error", () => undefined);
      try {
        return { file_id: fileId, name, ...(await copy(source, target, { name, maxBytes, stallTimeoutMs })) };
      } catch (error) {
        target.destroy();
        // If the store is away just now, the upload stays marked as open, and whoever finds it old removes it. The sender
        // need not wait for a second answer that does not come.
        if (!isMongoUnavailable(error)) await remove([fileId]).catch(() => undefined);
        throw error;
      }
    },
    ...createReading(bucket),
    attach: async (fileIds, submissionId) => {
      if (fileIds.length === 0) return;
      const open = { _id: { $in: [...fileIds] }, state: "open" as const };
      const change = { state: "attached" as const, submission_id: submissionId, touched_at: clock() };
      const { matchedCount } = await uploads.updateMany(open, { $set: change });
      if (matchedCount === fileIds.length) return;
      const cause = new Error(`expected ${fileIds.length} open uploads, found ${matchedCount}`);
      throw new StoreUnavailableError("The file store", cause);
    },
    settle: async (fileIds) => {
      if (fileIds.length === 0) return;
      await uploads.updateMany({ _id: { $in: [...fileIds] } }, { $set: { state: "settled" } });
    },
    doubt: async (fileId, submissionId) => {
      const change = { state: "attached" as const, submission_id: submissionId, touched_at: clock() };
      await uploads.updateOne({ _id: fileId, state: { $in: ["settled", "attached"] } }, { $set: change });
    },
    remove,
    ...createDoubtfulFiles(uploads, remove),
  };
}

function createReading(bucket: GridFSBucket): Pick<FileStore, "open" | "has"> {
  return {
    open: (fileId) => Readable.from(readInRanges(bucket, new ObjectId(fileId)), { objectMode: false }),
    has: async (fileId) => (await bucket.find({ _id: new ObjectId(fileId) }).next()) !== null,
  };
}

function createDoubtfulFiles(
  uploads: Collection<Upload>,
  remove: FileStore["remove"],
): Pick<FileStore, "removeDoubtful" | "findDoubtful"> {
  return {
    removeDoubtful: async ({ fileId }, before) => {
      const { matchedCount } = await uploads.updateOne(
        { _id: fileId, ...doubtfulSince(before) },
        { $set: { state: "deleting" } },
      );
      if (matchedCount === 1) await remove([fileId]);
    },
    findDoubtful: async (before, limit) => {
      const found = await uploads.find(doubtfulSince(before)).limit(limit).toArray();
      return found.map(({ _id, state, submission_id = null }) => ({
        fileId: _id,
        submissionId: state === "attached" ? submission_id : null,
      }));
    },
  };
}

function doubtfulSince(before: Date): Filter<Upload> {
  const isOld = { state: { $in: ["open" as const, "attached" as const] }, touched_at: { $lt: before } };
  return { $or: [{ state: "deleting" as const }, isOld] };
}

/** Chunks that are asked for at once. The driver's own stream asks for up to 16 MB, whatever its reader can take. */
const CHUNKS_A_RANGE = 4;

/** @throws StoredFileMissingError, or the driver's error where the file is not whole */
async function* readInRanges(bucket: GridFSBucket, id: ObjectId): AsyncGenerator<Uint8Array> {
  const file = await bucket.find({ _id: id }).next();
  if (!file) throw new StoredFileMissingError(id.toHexString());
  const rangeBytes = file.chunkSize * CHUNKS_A_RANGE;
  for (let start = 0; start < file.length; start += rangeBytes) {
    const end = Math.min(start + rangeBytes, file.length);
    yield* bucket.openDownloadStream(id, { start, end }) as AsyncIterable<Uint8Array>;
  }
}

interface CopyLimits {
  name: string;
  maxBytes: number;
  stallTimeoutMs: number;
}

/**
 * Copies chunk by chunk and awaits each: when it throws, no write is under way any more, so that what was written can
 * be removed for certain. The exception is a write that gets no answer: whatever it leaves is found when it is old.
 */
async function copy(
  source: AsyncIterable<Uint8Array>,
  target: GridFSBucketWriteStream,
  { name, maxBytes, stallTimeoutMs }: CopyLimits,
): Promise<Pick<StoredFile, "bytes" | "sha256" | "head">> {
  const hash = createHash("sha256");
  const head: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    if (bytes < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - bytes));
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLargeError(name, maxBytes);
    hash.update(chunk);
    await settled((done) => target.write(chunk, done), stallTimeoutMs);
  }
  await settled((done) => target.end(done), stallTimeoutMs);
  return { bytes, sha256: hash.digest("hex"), head: Buffer.concat(head) };
}

async function settled(
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
    // Chunks without a file document are removed all the same; that the document is missing is no fault here.
    if (!(error instanceof Error && error.message.startsWith("File not found"))) throw error;
  }
}
