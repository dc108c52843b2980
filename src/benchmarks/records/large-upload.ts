import { ObjectId, type Collection } from "mongodb";
import type { Config } from "../../config.ts";
import { TryAgainError } from "../../errors.ts";
import type { Clock } from "../../infra/clock.ts";
import { isMongoSilent } from "../../infra/mongo.ts";
import { plainFileName } from "../../validation/names.ts";
import { writeHashed } from "./file-bytes.ts";
import type { FileContents } from "./file-contents.ts";
import type { StoredFile } from "./stored-file.ts";
import type { Upload } from "./uploads.ts";

interface LargeUploadDeps {
  uploads: Collection<Upload>;
  contents: FileContents;
  clock: Clock;
  config: Pick<Config, "MAX_FILE_BYTES" | "UPLOAD_AGE_MS">;
  remove: (fileIds: readonly string[]) => Promise<void>;
}

/**
 * Begins to store the files of one form. While bytes of any file of the form arrive, the sweep of orphaned files
 * removes no file of the form, even if the form takes long.
 */
export function createLargeUpload(
  { uploads, contents, clock, config, remove }: LargeUploadDeps,
  submissionId: string,
) {
  const fileIds: string[] = [];
  let touchedAt = clock().getTime();

  const isSilence = (error: unknown) => contents.isSilence(error) || isMongoSilent(error);

  /** Renews the marks of the form's files in `uploads`, if old. @throws TryAgainError where a file is being removed */
  async function touch(): Promise<void> {
    const now = clock();
    if (now.getTime() - touchedAt < config.UPLOAD_AGE_MS / 3) return;
    const open = { _id: { $in: fileIds }, state: "open" as const };
    const { matchedCount } = await uploads.updateMany(open, { $set: { touched_at: now } });
    if (matchedCount < fileIds.length) throw uploadExpired();
    touchedAt = now.getTime();
  }

  return {
    /**
     * Stores a file and computes its hash while the bytes arrive. Only a limited part of the file is in memory. After
     * an error, the stored part of the file is removed.
     * @throws FileTooLargeError, StoreUnavailableError, TryAgainError, or the error of the stream
     */
    put: async (source: AsyncIterable<Uint8Array>, sentName: string): Promise<StoredFile> => {
      const name = plainFileName(sentName);
      const fileId = new ObjectId().toHexString();
      await uploads.insertOne({
        _id: fileId,
        submission_id: submissionId,
        state: "open",
        touched_at: clock(),
      });
      fileIds.push(fileId);
      const target = contents.begin(fileId);
      try {
        const maxBytes = config.MAX_FILE_BYTES;
        const written = await writeHashed(source, target, { name, maxBytes, onWritten: touch });
        return { file_id: fileId, name, ...written };
      } catch (error) {
        target.abandon();
        // While a store does not answer, do not remove the file, because the sender would wait for a second timeout.
        // The file stays marked as a possible orphan, and the sweep of orphaned files removes it after UPLOAD_AGE_MS.
        if (!isSilence(error)) await remove([fileId]).catch(() => undefined);
        throw error;
      }
    },

    /**
     * Ensures that the sweep of orphaned files does not remove a form's files before their submission can be stored:
     * renews the files' marks in the collection `uploads` if the last renewal is old.
     * @throws TryAgainError
     */
    requireFresh: async (): Promise<void> => {
      await touch();
      if (clock().getTime() - touchedAt > config.UPLOAD_AGE_MS / 2) throw uploadExpired();
    },
  };
}

/**
 * Returns the error of a request whose files the sweep of orphaned files has removed, or may remove before a submission
 * names them.
 */
export function uploadExpired(): TryAgainError {
  const cause = new Error(
    "the request took longer than the service stores uploaded files that belong to no submission",
  );
  return new TryAgainError(
    "The upload took so long that the service no longer stores the uploaded files. Send the request again.",
    {
      cause,
    },
  );
}
