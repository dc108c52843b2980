import { Readable } from "node:stream";
import type { Collection, Db } from "mongodb";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Mongo } from "../../infra/mongo.ts";
import type { StoredContent } from "../model/run.ts";
import { readChecked } from "./file-bytes.ts";
import type { FileContents } from "./file-contents.ts";
import { createLargeUpload, uploadExpired } from "./large-upload.ts";
import { createSmallUpload } from "./small-upload.ts";
import type { StoredFile } from "./stored-file.ts";
import { uploadsOf, type Upload } from "./uploads.ts";

/** A file that may be orphaned, because its upload, its submission or its removal seems to be interrupted. */
interface OrphanedFile {
  fileId: string;
  /** The id of the submission that names the file; the submission itself may be missing. */
  submissionId: string;
}

interface FileStoreDeps {
  mongo: Pick<Mongo, "db">;
  /** The store of the bytes of files. */
  contents: FileContents;
  clock: Clock;
  config: Pick<Config, "MAX_FILE_BYTES" | "UPLOAD_AGE_MS">;
}

/** The store of result files, independent of where their bytes are stored. */
export type FileStore = ReturnType<typeof createFileStore>;

/**
 * Creates the store of files. `contents` holds the bytes of each file; the collection `uploads` marks the files that
 * may be orphans.
 */
export function createFileStore({ mongo, contents, clock, config }: FileStoreDeps) {
  const uploads = uploadsOf(mongo.db);

  /** Removes files. It is no error if a file does not exist. The function may be called repeatedly. */
  const remove = async (fileIds: readonly string[]): Promise<void> => {
    // Without files to remove, send no request to MongoDB, because it would wait for its timeout while MongoDB is
    // unavailable.
    if (fileIds.length === 0) return;
    await contents.remove(fileIds);
    await uploads.deleteMany({ _id: { $in: [...fileIds] } });
  };
  const beginLarge = (submissionId: string) =>
    createLargeUpload({ uploads, contents, clock, config, remove }, submissionId);

  return {
    /** Begins to store the files of a large form while they arrive. */
    beginLarge,

    /** Begins to hold the files of a small form in memory until their submission stores them. */
    beginSmall: (submissionId: string) => createSmallUpload(config, submissionId),

    /**
     * Stores a stream as a file of a stored submission: the collection `uploads` marks the file as a possible orphan
     * until `unmark` is called.
     * @throws FileTooLargeError, StoreUnavailableError, or the error of the stream
     */
    put: (source: AsyncIterable<Uint8Array>, sentName: string, submissionId: string): Promise<StoredFile> =>
      beginLarge(submissionId).put(source, sentName),

    /**
     * Returns the bytes of a file. The last bytes come only after all bytes were compared with the length and the
     * SHA-256 of the upload. The stream fails with StoredFileMissingError where the store does not have the file, and
     * with FileDamagedError where the stored bytes differ from the uploaded bytes.
     */
    open: (file: StoredContent): Readable =>
      Readable.from(readChecked(contents, file), { objectMode: false }),

    /** Whether the store contains all bytes of a file. */
    has: contents.has,

    remove,
    ...createMarks(uploads, clock),
    ...createOrphans(uploads, remove),
  };
}

/** Creates the indexes of the collection of files that may be orphans. The function may be called repeatedly. */
export async function setUpFiles(db: Db): Promise<void> {
  await uploadsOf(db).createIndexes([{ key: { touched_at: 1 } }]);
}

/** The methods that mark files that may be orphans. */
function createMarks(uploads: Collection<Upload>, clock: Clock) {
  return {
    /**
     * Marks a file that is about to be removed while its run stays. If the removal is interrupted, the sweep of
     * orphaned files keeps the file if its run still names it, and otherwise removes it.
     */
    markDeleting: async (fileId: string, submissionId: string): Promise<void> => {
      const noted = { submission_id: submissionId, state: "deleting" as const, touched_at: clock() };
      await uploads.updateOne({ _id: fileId }, { $set: noted }, { upsert: true });
    },

    /**
     * Removes the marks of uploaded files as possible orphans, because a stored submission or run names the files. A
     * file that is being removed keeps its mark.
     */
    unmark: async (fileIds: readonly string[]): Promise<void> => {
      if (fileIds.length > 0) await uploads.deleteMany({ _id: { $in: [...fileIds] }, state: "open" });
    },

    /**
     * Protects an uploaded file from the sweep of orphaned files for UPLOAD_AGE_MS from now.
     * @throws TryAgainError where the sweep has begun to remove the file
     */
    requireOpen: async (fileId: string): Promise<void> => {
      const open = { _id: fileId, state: "open" as const };
      const { matchedCount } = await uploads.updateOne(open, { $set: { touched_at: clock() } });
      if (matchedCount === 0) throw uploadExpired();
    },
  };
}

/** The methods of the sweep that removes orphaned files. */
function createOrphans(uploads: Collection<Upload>, remove: (fileIds: readonly string[]) => Promise<void>) {
  return {
    /** Returns files that may be orphans and were last touched before a given moment. */
    findOrphaned: async (before: Date, limit: number): Promise<OrphanedFile[]> => {
      const found = await uploads
        .find({ touched_at: { $lt: before } })
        .limit(limit)
        .toArray();
      return found.map(({ _id, submission_id }) => ({ fileId: _id, submissionId: submission_id }));
    },

    /**
     * Removes the mark of a file as a possible orphan, because a run names the file. Keeps the mark if it was touched
     * since `findOrphaned` returned it.
     */
    keepOrphaned: async (fileId: string, before: Date): Promise<void> => {
      await uploads.deleteOne({ _id: fileId, touched_at: { $lt: before } });
    },

    /**
     * Removes an orphaned file, unless its mark was touched since `findOrphaned`. Once the removal has begun, no late
     * request can touch the mark and use the file.
     */
    removeOrphaned: async (fileId: string, before: Date): Promise<void> => {
      const { matchedCount } = await uploads.updateOne(
        { _id: fileId, touched_at: { $lt: before } },
        { $set: { state: "deleting" } },
      );
      if (matchedCount === 1) await remove([fileId]);
    },
  };
}
