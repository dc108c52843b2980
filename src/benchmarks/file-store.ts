import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { GridFSBucket, ObjectId } from "mongodb";
import type { Collection, Db, GridFSBucketWriteStream } from "mongodb";
import type { Clock } from "../infra/clock.ts";
import { FileTooLargeError } from "./errors.ts";
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
  /** Marks files as belonging to a submission that is about to be stored. */
  attach(fileIds: readonly string[], submissionId: string): Promise<void>;
  /** Notes that the submission which files were attached to is stored: they are no longer doubtful. */
  settle(fileIds: readonly string[]): Promise<void>;
  /** Removes files and all that is known of them. Those that are gone already are no error. */
  remove(fileIds: readonly string[]): Promise<void>;
  /** Files that no submission may have, last touched before a moment, and files whose removal was broken off. */
  findDoubtful(before: Date, limit: number): Promise<DoubtfulFile[]>;
}

/** A file that may be nobody's. */
export interface DoubtfulFile {
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
  created_at: Date;
}

interface FileStoreParts {
  db: Db;
  /** The same database with a time limit on stalls instead of whole streams. */
  fileDb: Db;
  clock: Clock;
  maxBytes: number;
}

const HEAD_BYTES = 64 * 1024;

const uploadsOf = (db: Db): Collection<Upload> => db.collection("uploads");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpFiles(db: Db): Promise<void> {
  await uploadsOf(db).createIndex({ state: 1, created_at: 1 });
}

/** Files in GridFS. */
export function createFileStore({ db, fileDb, clock, maxBytes }: FileStoreParts): FileStore {
  const uploads = uploadsOf(db);
  const bucket = new GridFSBucket(fileDb, { bucketName: "files" });

  async function remove(fileIds: readonly string[]): Promise<void> {
    const ids = { _id: { $in: [...fileIds] } };
    await uploads.updateMany(ids, { $set: { state: "deleting" } });
    await Promise.all(fileIds.map((fileId) => removeBytes(bucket, new ObjectId(fileId))));
    await uploads.deleteMany(ids);
  }

  return {
    put: async (source, name) => {
      const id = new ObjectId();
      const fileId = id.toHexString();
      await uploads.insertOne({ _id: fileId, state: "open", created_at: clock() });
      const target = bucket.openUploadStreamWithId(id, name);
      // Errors reach us through the callbacks of write and end; without a listener they would end the process as well.
      target.on("error", () => undefined);
      try {
        return { file_id: fileId, name, ...(await copy(source, target, { name, maxBytes })) };
      } catch (error) {
        target.destroy();
        // If the store is away just now, the upload stays marked as open, and whoever finds it old removes it.
        await remove([fileId]).catch(() => undefined);
        throw error;
      }
    },
    open: (fileId) => bucket.openDownloadStream(new ObjectId(fileId)),
    attach: async (fileIds, submissionId) => {
      const change = { $set: { state: "attached" as const, submission_id: submissionId } };
      await uploads.updateMany({ _id: { $in: [...fileIds] } }, change);
    },
    settle: async (fileIds) => {
      await uploads.updateMany({ _id: { $in: [...fileIds] } }, { $set: { state: "settled" } });
    },
    remove,
    findDoubtful: async (before, limit) => {
      const doubtful = {
        state: { $in: ["open" as const, "attached" as const] },
        created_at: { $lt: before },
      };
      const found = await uploads
        .find({ $or: [{ state: "deleting" }, doubtful] })
        .limit(limit)
        .toArray();
      return found.map(({ _id, state, submission_id = null }) => ({
        fileId: _id,
        submissionId: state === "attached" ? submission_id : null,
      }));
    },
  };
}

interface CopyLimits {
  name: string;
  maxBytes: number;
}

/**
 * Copies chunk by chunk and awaits each: when it throws, no write is under way any more, so that what was written can
 * be removed for certain.
 */
async function copy(
  source: AsyncIterable<Uint8Array>,
  target: GridFSBucketWriteStream,
  { name, maxBytes }: CopyLimits,
): Promise<Pick<StoredFile, "bytes" | "sha256" | "head">> {
  const hash = createHash("sha256");
  const head: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    if (bytes < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - bytes));
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FileTooLargeError(name, maxBytes);
    hash.update(chunk);
    await settled((done) => target.write(chunk, done));
  }
  await settled((done) => target.end(done));
  return { bytes, sha256: hash.digest("hex"), head: Buffer.concat(head) };
}

async function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}

async function removeBytes(bucket: GridFSBucket, id: ObjectId): Promise<void> {
  try {
    await bucket.delete(id);
  } catch (error) {
    // Chunks without a file document are removed all the same; that the document is missing is no fault here.
    if (!(error instanceof Error && error.message.startsWith("File not found"))) throw error;
  }
}
