import { Readable } from "node:stream";
import { ObjectId, type Collection, type Db, type Filter } from "mongodb";
import type { Config } from "../../config.ts";
import { TryAgainError } from "../../errors.ts";
import type { Clock } from "../../infra/clock.ts";
import { isMongoUnavailable, isWriteRefused, type Mongo } from "../../infra/mongo.ts";
import { plainFileName } from "../../validation/names.ts";
import type { RunFile, StoredContent } from "../model/run.ts";
import type { StoredBytesPort } from "../ports.ts";
import { readChecked, writeHashed } from "./file-bytes.ts";
import type { FileContents } from "./file-contents.ts";
import { createRemove } from "./remove-files.ts";
import { uploadsOf, type Upload } from "./uploads.ts";

/** A file that was just uploaded. */
export interface StoredFile extends RunFile {
  /** Its first bytes, 64 KiB or of XML 1 MiB: enough to recognise its format. */
  head: Uint8Array;
}

/** A file that may be orphaned, because its upload, its submission or its removal seems to be interrupted. */
interface OrphanedFile {
  fileId: string;
  /** The submission to which it was attached, if any. */
  submissionId: string | null;
}

interface FileStoreDeps {
  mongo: Pick<Mongo, "db">;
  /** The store of their bytes. */
  contents: FileContents;
  /** The accounts, which know how many bytes their files have. */
  accounts: Pick<StoredBytesPort, "addStoredBytes" | "subtractStoredBytes">;
  clock: Clock;
  config: Pick<Config, "MAX_FILE_BYTES" | "UPLOAD_AGE_MS">;
}

/** The store of result files, whatever keeps their bytes. */
export type FileStore = ReturnType<typeof createFileStore>;

/** Creates the store of files. The collection `uploads` has the state of each file, `contents` its bytes. */
export function createFileStore({ mongo, contents, accounts, clock, config }: FileStoreDeps) {
  const uploads = uploadsOf(mongo.db);
  const remove = createRemove({ uploads, contents, accounts });
  const put = createPut({ contents, clock, config, uploads, remove });

  return {
    /**
     * Stores a stream and hashes it on the way, with a bounded part of it in memory. After an error it removes what it stored.
     * @throws FileTooLargeError, StoreUnavailableError, or the error of the stream
     */
    put: (source: AsyncIterable<Uint8Array>, sentName: string): Promise<StoredFile> =>
      put(source, sentName, createForm(clock)),

    /**
     * Returns a `put` for the files of one form. While bytes of any of them arrive, the sweep of orphaned files leaves all of them,
     * however long the form takes.
     */
    putTogether: () => {
      const form = createForm(clock);
      return (source: AsyncIterable<Uint8Array>, sentName: string) => put(source, sentName, form);
    },

    /**
     * Returns the bytes of a file. Its last bytes come only after all were compared with the length and the SHA-256 of the upload.
     * The stream fails with StoredFileMissingError where the store does not have the file, and with FileDamagedError where its bytes
     * are not those that were uploaded.
     */
    open: (file: StoredContent): Readable =>
      Readable.from(readChecked(contents, file), { objectMode: false }),

    /** Whether the store has a file. */
    has: contents.has,

    remove,
    ...createReferences(uploads, clock),
    ...createAccountFiles({ uploads, accounts, clock }),
    ...createOrphans(uploads, remove),
  };
}

/** Creates the collection's indexes. May run any number of times. */
export async function setUpFiles(db: Db): Promise<void> {
  await uploadsOf(db).createIndexes([
    { key: { state: 1, touched_at: 1 } },
    // The last two fields let the index alone answer what the files of an account have together.
    { key: { account_id: 1, state: 1, bytes: 1 } },
  ]);
}

/** The files of one form, and when they were last marked as moving. */
interface Form {
  fileIds: string[];
  touchedAt: number;
}

const createForm = (clock: Clock): Form => ({ fileIds: [], touchedAt: clock().getTime() });

interface PutDeps extends Omit<FileStoreDeps, "mongo" | "accounts"> {
  uploads: Collection<Upload>;
  remove: ReturnType<typeof createRemove>;
}

function createPut({ contents, clock, config, uploads, remove }: PutDeps) {
  const maxBytes = config.MAX_FILE_BYTES;

  const isSilence = (error: unknown) =>
    contents.isSilence(error) || (isMongoUnavailable(error) && !isWriteRefused(error));

  /** Keeps the files of a form from the sweep while its bytes arrive. */
  async function touch(form: Form): Promise<void> {
    const now = clock();
    if (now.getTime() - form.touchedAt < config.UPLOAD_AGE_MS / 3) return;
    form.touchedAt = now.getTime();
    await uploads.updateMany({ _id: { $in: form.fileIds } }, { $set: { touched_at: now } });
  }

  return async (source: AsyncIterable<Uint8Array>, sentName: string, form: Form): Promise<StoredFile> => {
    const name = plainFileName(sentName);
    const fileId = new ObjectId().toHexString();
    await uploads.insertOne({ _id: fileId, state: "open", touched_at: clock() });
    form.fileIds.push(fileId);
    const target = contents.begin(fileId);
    try {
      const onWritten = () => touch(form);
      const written = await writeHashed(source, target, { name, maxBytes, onWritten });
      return { file_id: fileId, name, ...written };
    } catch (error) {
      target.abandon();
      // While a store is silent, removing the file would only make the sender wait for a second timeout. The upload stays open,
      // and the sweep removes it after UPLOAD_AGE_MS.
      if (!isSilence(error)) await remove([fileId]).catch(() => undefined);
      throw error;
    }
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
     * Attaches files to a submission that is about to be stored.
     * @throws TryAgainError where a file was removed meanwhile: the sweep removes uploads that take too long
     */
    attach: async (files: readonly Pick<StoredFile, "file_id">[], submissionId: string): Promise<void> => {
      if (files.length === 0) return;
      const { matchedCount } = await uploads.updateMany(
        { _id: { $in: files.map(({ file_id }) => file_id) }, state: "open" },
        { $set: attachTo(submissionId) },
      );
      if (matchedCount === files.length) return;
      const cause = new Error(`expected ${files.length} open uploads, found ${matchedCount}`);
      throw new TryAgainError("The files of this request were kept no longer.", { cause });
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

const afterOpen: Upload["state"][] = ["attached", "referenced", "deleting"];

interface AccountFilesDeps extends Pick<FileStoreDeps, "accounts" | "clock"> {
  uploads: Collection<Upload>;
}

/** The methods for the files of an account. */
function createAccountFiles({ uploads, accounts, clock }: AccountFilesDeps) {
  return {
    /**
     * Counts files as an account's, before they are attached. From then on whoever removes them gives their bytes back. The account is
     * told first: a process that dies in between leaves it with too many bytes, never with too few.
     * @returns false, and counts none, where the account would have more than `maxBytes` then, or is gone
     */
    countBytes: async (
      files: readonly Pick<StoredFile, "file_id" | "bytes">[],
      { accountId, maxBytes }: { accountId: string; maxBytes: number },
    ): Promise<boolean> => {
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      if (!(await accounts.addStoredBytes(accountId, { bytes, maxBytes, at: clock() }))) return false;
      const updates = files.map((file) => ({
        updateOne: {
          filter: { _id: file.file_id, state: "open" as const },
          update: { $set: { account_id: accountId, bytes: file.bytes } },
        },
      }));
      await uploads.bulkWrite(updates);
      return true;
    },

    /** Returns the sum of the bytes of an account's files; null while one of them is being removed. */
    sumBytesOf: async (accountId: string): Promise<number | null> => {
      const sums = await uploads
        .aggregate<{ _id: Upload["state"]; bytes: number }>([
          { $match: { account_id: accountId } },
          { $group: { _id: "$state", bytes: { $sum: "$bytes" } } },
        ])
        .toArray();
      if (sums.some(({ _id }) => _id === "deleting")) return null;
      return sums.reduce((total, { bytes }) => total + bytes, 0);
    },

    /** Returns the ids of files that were attached to submissions of an account. */
    findOfAccount: async (accountId: string, limit: number): Promise<string[]> => {
      // An open file is still in the hands of its request, which notices by itself that the account is gone.
      const ofAccount = { account_id: accountId, state: { $in: afterOpen } };
      return (await uploads.find(ofAccount).limit(limit).toArray()).map(({ _id }) => _id);
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
    // The alternatives say so as well, but not every planner finds an index for alternatives.
    const state = { $in: ["open" as const, "attached" as const, "deleting" as const] };
    return { state, $or: [{ state: "deleting" as const }, unreferenced] };
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
