import { Binary, type Collection, type Db } from "mongodb";
import { isMongoSilent } from "../../infra/mongo.ts";
import { StoredFileMissingError } from "../errors.ts";
import type { Submission } from "../model/submission.ts";
import type { FileContents } from "./file-contents.ts";

/** Maximum size of a small file in bytes. A small file is stored in its submission, so that one write stores both. */
export const SMALL_FILE_BYTES = 256 * 1024;

/** Returns the id of a small file: the id of its submission, and the number of the file in the submission, from 1. */
export const smallFileId = (submissionId: string, number: number): string => `${submissionId}.${number}`;

/** Whether the file with the given id is a small file, which is stored in its submission. */
export const isSmallFile = (fileId: string): boolean => fileId.includes(".");

/** Returns the bytes of small files as their submission stores them: the second file is `contents.2`. */
export function contentsOf(files: readonly Uint8Array[]): Record<string, Binary> {
  return Object.fromEntries(files.map((bytes, index) => [String(index + 1), new Binary(bytes)]));
}

/**
 * Creates the methods that read and remove the bytes of small files. `contentsOf` returns these bytes in the form in
 * which the document of their submission stores them.
 */
export function createLedgerContents(db: Db): Omit<FileContents, "begin"> {
  const submissions: Collection<Submission> = db.collection("submissions");
  const find = async (fileId: string): Promise<Uint8Array | undefined> => {
    const { submissionId, number } = placeOf(fileId);
    const found = await submissions.findOne(
      { _id: submissionId },
      { projection: { _id: 0, [`contents.${number}`]: 1 } },
    );
    return found?.contents?.[number]?.buffer;
  };
  return {
    read: async function* (fileId) {
      const bytes = await find(fileId);
      if (!bytes) throw new StoredFileMissingError(fileId);
      yield bytes;
    },
    has: async (fileId) => (await find(fileId)) !== undefined,
    remove: async (fileIds) => {
      await Promise.all(
        fileIds.map(async (fileId) => {
          const { submissionId, number } = placeOf(fileId);
          await submissions.updateOne({ _id: submissionId }, { $unset: { [`contents.${number}`]: true } });
        }),
      );
    },
    isSilence: isMongoSilent,
  };
}

function placeOf(fileId: string): { submissionId: string; number: string } {
  const dot = fileId.lastIndexOf(".");
  return { submissionId: fileId.slice(0, dot), number: fileId.slice(dot + 1) };
}
