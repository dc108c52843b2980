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

/** A file that was just uploaded. */
export interface StoredFile extends RunFile {
  /** Its first bytes, up to 64 KiB: enough to recognise its format. */
  head: Uint8Array;
}

/** A file that may be orphaned, because its upload, its submission or its removal seems to be interrupted. */
interface OrphanedFile {
  fileId: string;
  /** The submission to which it was attached, if any. */
  submissionId: string | null;
}

/** The state of a file. It is written before the file's first chunk and removed after its last: no chunk is without it. */
interface Upload {
  _id: string;
  /**
   * open: being received. attached: a submission with this file is about to be stored. referenced: such a submission is
   * stored. deleting: being removed.
   */
  state: "open" | "attached" | "referenced" | "deleting";
  submission_id?: string;
  /** The account whose submission has the file; absent while the file is open. */
  account_id?: string;
  /** How large the file is; absent while the file is open. */
  bytes?: number;
  /** When the upload began, or when the file was attached. */
  touched_at: Date;
}

interface FileStoreDeps {
  mongo: Pick<Mongo, "db" | "fileDb" | "fileStallTimeoutMs">;
  clock: Clock;
  config: Pick<Config, "MAX_FILE_BYTES">;
}

/** The store of result files. No other file knows GridFS, so that an object store can replace it. */
export type FileStore = ReturnType<typeof createFileStore>;

/** Creates the store of files in GridFS; the collection `uploads` has the state of each file. */
export function createFileStore({ mongo, clock, config }: FileStoreDeps) {
  const uploads = uploadsOf(mongo.db);
  const bucket = new GridFSBucket(mongo.fileDb, { bucketName: "files" });
  const limits = { maxBytes: config.MAX_FILE_BYTES, stallTimeoutMs: mongo.fileStallTimeoutMs };
  const remove = createRemove(uploads, bucket);

  return {
    /**
     * Stores a stream and hashes it on the way, with at most one chunk in memory. After an error it removes what it stored.
     * @throws FileTooLargeError, StoreUnavailableError, or the error of the stream
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
        // While MongoDB is unavailable, removing the file would only make the sender wait for a second timeout. The upload
        // stays open, and the sweep removes it after UPLOAD_AGE_MS.
        if (!isMongoUnavailable(error)) await remove([fileId]).catch(() => undefined);
        throw error;
      }
    },

    /** Returns the bytes of a file. The stream fails with StoredFileMissingError where the store does not have the file. */
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

const HEAD_BYTES = 64 * 1024;

const uploadsOf = (db: Db): Collection<Upload> => db.collection("uploads");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpFiles(db: Db): Promise<void> {
  await uploadsOf(db).createIndexes([
    { key: { state: 1, touched_at: 1 } },
    { key: { account_id: 1, bytes: 1 } },
  ]);
}

function createRemove(uploads: Collection<Upload>, bucket: GridFSBucket) {
  /** Removes files with their state. A file that does not exist is no error. */
  return async (fileIds: readonly string[]): Promise<void> => {
    // Skip the round trip for an empty list: while MongoDB is unavailable it would wait for the timeout.
    if (fileIds.length === 0) return;
    const ids = { _id: { $in: [...fileIds] } };
    await uploads.updateMany(ids, { $set: { state: "deleting" } });
    await Promise.all(fileIds.map((fileId) => removeBytes(bucket, new ObjectId(fileId))));
    await uploads.deleteMany(ids);
  };
}

/** The methods that connect files with submissions. */
function createReferences(uploads: Collection<Upload>, clock: Clock) {
  const attachTo = (submissionId: string) => ({
    state: "attached" as const,
    submission_id: submissionId,
    touched_at: clock(),
  });
  return {
    /**
     * Attaches files to a submission that is about to be stored, and counts their bytes as its account's.
     * @throws StoreUnavailableError where a file was removed meanwhile: the sweep removes uploads that take too long
     */
    attach: async (
      files: readonly Pick<StoredFile, "file_id" | "bytes">[],
      { submissionId, accountId }: { submissionId: string; accountId: string },
    ): Promise<void> => {
      if (files.length === 0) return;
      const updates = files.map(({ file_id, bytes }) => ({
        updateOne: {
          filter: { _id: file_id, state: "open" as const },
          update: { $set: { ...attachTo(submissionId), account_id: accountId, bytes } },
        },
      }));
      const { matchedCount } = await uploads.bulkWrite(updates);
      if (matchedCount === files.length) return;
      const cause = new Error(`expected ${files.length} open uploads, found ${matchedCount}`);
      throw new StoreUnavailableError("The file store", cause);
    },

    /** Returns the ids of files that were attached to submissions of an account. */
    findOfAccount: async (accountId: string, limit: number): Promise<string[]> =>
      (await uploads.find({ account_id: accountId }).limit(limit).toArray()).map(({ _id }) => _id),

    /** Returns the sum of the bytes of all files of an account. */
    sumBytesOf: async (accountId: string): Promise<number> => {
      const [sum] = await uploads
        .aggregate<{ bytes: number }>([
          { $match: { account_id: accountId } },
          { $group: { _id: null, bytes: { $sum: "$bytes" } } },
        ])
        .toArray();
      return sum?.bytes ?? 0;
    },

    /** Marks files as referenced by a stored submission, so that no sweep removes them. */
    markReferenced: async (fileIds: readonly string[]): Promise<void> => {
      if (fileIds.length === 0) return;
      await uploads.updateMany({ _id: { $in: [...fileIds] } }, { $set: { state: "referenced" } });
    },

    /**
     * Marks a referenced file as attached only, because another file is about to replace it in its run. If the replacement is
     * interrupted, the sweep keeps the file that the run names.
     */
    unreference: async (fileId: string, submissionId: string): Promise<void> => {
      const inUse = { _id: fileId, state: { $in: ["referenced" as const, "attached" as const] } };
      await uploads.updateOne(inUse, { $set: attachTo(submissionId) });
    },
  };
}

/** The methods of the sweep that removes orphaned files. */
function createOrphans(uploads: Collection<Upload>, remove: ReturnType<typeof createRemove>) {
  const orphanedSince = (before: Date): Filter<Upload> => {
    const unreferenced = {
      state: { $in: ["open" as const, "attached" as const] },
      touched_at: { $lt: before },
    };
    return { $or: [{ state: "deleting" as const }, unreferenced] };
  };
  return {
    /** Returns unreferenced files that were last touched before a moment, and all files whose removal was interrupted. */
    findOrphaned: async (before: Date, limit: number): Promise<OrphanedFile[]> => {
      const found = await uploads.find(orphanedSince(before)).limit(limit).toArray();
      return found.map(({ _id, state, submission_id = null }) => ({
        fileId: _id,
        submissionId: state === "attached" ? submission_id : null,
      }));
    },

    /** Removes an orphaned file, unless it was touched since `findOrphaned`: a request may be attaching it. */
    removeOrphaned: async (fileId: string, before: Date): Promise<void> => {
      const { matchedCount } = await uploads.updateOne(
        { _id: fileId, ...orphanedSince(before) },
        { $set: { state: "deleting" } },
      );
      if (matchedCount === 1) await remove([fileId]);
    },
  };
}

/** Chunks in one read. The driver's own stream would fetch up to 16 MB, even for a slow reader. */
const CHUNKS_A_RANGE = 4;

/** @throws StoredFileMissingError, or MongoGridFSChunkError where chunks of the file are missing or damaged */
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
 * Copies chunk by chunk and awaits each write, so that no write is in flight when it throws and the caller can remove all
 * chunks. Only a write that timed out may still arrive: the sweep removes such chunks together with the upload.
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
    await confirmedWrite((done) => target.write(chunk, done), stallTimeoutMs);
  }
  await confirmedWrite((done) => target.end(done), stallTimeoutMs);
  return { bytes, sha256: hash.digest("hex"), head: Buffer.concat(head) };
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
