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
import type { Config } from "../../config.ts";
import { StoreUnavailableError } from "../../errors.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import type { Clock } from "../../infra/clock.ts";
import { isMongoUnavailable, type Mongo } from "../../infra/mongo.ts";
import { plainFileName } from "../../validation/names.ts";
import { FileTooLargeError, StoredFileMissingError } from "../errors.ts";
import type { RunFile } from "../model/run.ts";

/** A file that was just stored. */
export interface StoredFile extends RunFile {
  /** Its first bytes, up to 64 KiB, which tell what kind of file it is. */
  head: Uint8Array;
}

/** A file that no submission may use: one whose upload or submission was broken off, or whose removal was. */
interface OrphanedFile {
  fileId: string;
  /** The submission that it was attached to; null where it was attached to none. */
  submissionId: string | null;
}

/** What is known of a file besides its bytes: written before the first chunk and removed after the last. */
interface Upload {
  _id: string;
  /**
   * open: being received. attached: a submission that names it is about to be stored. referenced: a stored submission names
   * it. deleting: being removed.
   */
  state: "open" | "attached" | "referenced" | "deleting";
  submission_id?: string;
  /** When the upload began, or when the file was attached. */
  touched_at: Date;
}

interface FileStoreDeps {
  mongo: Pick<Mongo, "db" | "fileDb" | "fileStallTimeoutMs">;
  clock: Clock;
  config: Pick<Config, "MAX_FILE_BYTES">;
}

/** Result files. One small interface, so that an object store can take the place of GridFS. */
export type FileStore = ReturnType<typeof createFileStore>;

const HEAD_BYTES = 64 * 1024;

const uploadsOf = (db: Db): Collection<Upload> => db.collection("uploads");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpFiles(db: Db): Promise<void> {
  await uploadsOf(db).createIndex({ state: 1, touched_at: 1 });
}

/** Files in GridFS. */
export function createFileStore({ mongo, clock, config }: FileStoreDeps) {
  const uploads = uploadsOf(mongo.db);
  const bucket = new GridFSBucket(mongo.fileDb, { bucketName: "files" });
  const limits = { maxBytes: config.MAX_FILE_BYTES, stallTimeoutMs: mongo.fileStallTimeoutMs };
  const remove = createRemove(uploads, bucket);

  return {
    /**
     * Stores a stream while it is hashed; never more than a chunk of it is in memory.
     * @throws FileTooLargeError, or the stream's own error; nothing of the file is left then
     */
    put: async (source: AsyncIterable<Uint8Array>, sentName: string): Promise<StoredFile> => {
      const name = plainFileName(sentName);
      const id = new ObjectId();
      const fileId = id.toHexString();
      await uploads.insertOne({ _id: fileId, state: "open", touched_at: clock() });
      const target = bucket.openUploadStreamWithId(id, fileId);
      // Errors arrive through the callbacks of write and end; without a listener they would end the process as well.
      target.on("error", () => undefined);
      try {
        return { file_id: fileId, name, ...(await copy(source, target, { name, ...limits })) };
      } catch (error) {
        target.destroy();
        // While MongoDB is unavailable the upload stays open, and the sweep removes it once it is old: the sender need not
        // wait for a second answer that does not come.
        if (!isMongoUnavailable(error)) await remove([fileId]).catch(() => undefined);
        throw error;
      }
    },

    /** Returns the bytes of a file. The stream fails with StoredFileMissingError where the store has none. */
    open: (fileId: string): Readable =>
      Readable.from(readInRanges(bucket, new ObjectId(fileId)), { objectMode: false }),

    /** Whether the store has a file. */
    has: async (fileId: string): Promise<boolean> =>
      (await bucket.find({ _id: new ObjectId(fileId) }).next()) !== null,

    remove,
    ...createReferences(uploads, clock),
    ...createOrphans(uploads, remove),
  };
}

function createRemove(uploads: Collection<Upload>, bucket: GridFSBucket) {
  /** Removes files and all that is known of them. A file that is gone already is no error. */
  return async (fileIds: readonly string[]): Promise<void> => {
    // Skip the round trip for an empty list: while MongoDB is unavailable it would take as long as any other.
    if (fileIds.length === 0) return;
    const ids = { _id: { $in: [...fileIds] } };
    await uploads.updateMany(ids, { $set: { state: "deleting" } });
    await Promise.all(fileIds.map((fileId) => removeBytes(bucket, new ObjectId(fileId))));
    await uploads.deleteMany(ids);
  };
}

/** Which submission a file belongs to. */
function createReferences(uploads: Collection<Upload>, clock: Clock) {
  const attachedTo = (submissionId: string) => ({
    $set: { state: "attached" as const, submission_id: submissionId, touched_at: clock() },
  });
  return {
    /**
     * Attaches files to a submission that is about to be stored.
     * @throws StoreUnavailableError where a file was removed meanwhile, as an upload that took too long
     */
    attach: async (fileIds: readonly string[], submissionId: string): Promise<void> => {
      if (fileIds.length === 0) return;
      const open = { _id: { $in: [...fileIds] }, state: "open" as const };
      const { matchedCount } = await uploads.updateMany(open, attachedTo(submissionId));
      if (matchedCount === fileIds.length) return;
      const cause = new Error(`expected ${fileIds.length} open uploads, found ${matchedCount}`);
      throw new StoreUnavailableError("The file store", cause);
    },

    /** Marks files as referenced: the submission to which they were attached is stored. */
    markReferenced: async (fileIds: readonly string[]): Promise<void> => {
      if (fileIds.length === 0) return;
      await uploads.updateMany({ _id: { $in: [...fileIds] } }, { $set: { state: "referenced" } });
    },

    /** Turns a referenced file back into an attached one: another file is about to take its place in the submission. */
    unreference: async (fileId: string, submissionId: string): Promise<void> => {
      const referenced = { _id: fileId, state: { $in: ["referenced" as const, "attached" as const] } };
      await uploads.updateOne(referenced, attachedTo(submissionId));
    },
  };
}

function createOrphans(uploads: Collection<Upload>, remove: ReturnType<typeof createRemove>) {
  const isOrphanedSince = (before: Date): Filter<Upload> => {
    const isOld = { state: { $in: ["open" as const, "attached" as const] }, touched_at: { $lt: before } };
    return { $or: [{ state: "deleting" as const }, isOld] };
  };
  return {
    /** Returns files that were last touched before a moment and are not referenced, and files whose removal was broken off. */
    findOrphaned: async (before: Date, limit: number): Promise<OrphanedFile[]> => {
      const found = await uploads.find(isOrphanedSince(before)).limit(limit).toArray();
      return found.map(({ _id, state, submission_id = null }) => ({
        fileId: _id,
        submissionId: state === "attached" ? submission_id : null,
      }));
    },

    /** Removes an orphaned file, unless it was touched since: a request may be attaching it at this very moment. */
    removeOrphaned: async (fileId: string, before: Date): Promise<void> => {
      const { matchedCount } = await uploads.updateOne(
        { _id: fileId, ...isOrphanedSince(before) },
        { $set: { state: "deleting" } },
      );
      if (matchedCount === 1) await remove([fileId]);
    },
  };
}

/** Chunks that are read at once. The driver's own stream asks for up to 16 MB, whatever its reader can take. */
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
 * be removed for certain. The exception is a write that gets no answer: the sweep removes its chunks with the upload.
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
    await written((done) => target.write(chunk, done), stallTimeoutMs);
  }
  await written((done) => target.end(done), stallTimeoutMs);
  return { bytes, sha256: hash.digest("hex"), head: Buffer.concat(head) };
}

/** Resolves when a write is confirmed. @throws StoreUnavailableError where that takes too long, or the write's own error */
async function written(
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
