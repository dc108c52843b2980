import type { Mongo } from "../../infra/mongo.ts";
import type { ObjectStore } from "../../infra/s3.ts";
import { StoredFileMissingError } from "../errors.ts";
import type { FileContents } from "./file-contents.ts";
import { createGridfsContents } from "./gridfs-contents.ts";
import { createLedgerContents, isSmallFile } from "./ledger-contents.ts";
import { createS3Contents } from "./s3-contents.ts";

interface ContentStores {
  mongo: Pick<Mongo, "db" | "fileDb" | "timeoutMs">;
  /** The object store for large files; null if the settings name no object store. */
  objectStore: ObjectStore | null;
}

/**
 * Creates the store of the bytes of files. Large files are written to the object store that the settings name; without
 * an object store, to GridFS. If an operator adds an object store later, older files stay in GridFS and are read and
 * removed there. Small files are stored in their submissions.
 */
export function createFileContents({ mongo, objectStore }: ContentStores): FileContents {
  const gridfs = createGridfsContents(mongo);
  const large = objectStore ? inBoth(createS3Contents(objectStore), gridfs) : gridfs;
  return bySize(createLedgerContents(mongo.db), large);
}

/**
 * Creates a store of files that passes each call on to the store `small` or to the store `large`, depending on the id
 * of the file.
 */
function bySize(small: Omit<FileContents, "begin">, large: FileContents): FileContents {
  const storeOf = (fileId: string) => (isSmallFile(fileId) ? small : large);
  return {
    begin: large.begin,
    read: (fileId, expectedBytes) => storeOf(fileId).read(fileId, expectedBytes),
    has: (fileId) => storeOf(fileId).has(fileId),
    remove: async (fileIds) => {
      await Promise.all([
        small.remove(fileIds.filter(isSmallFile)),
        large.remove(fileIds.filter((fileId) => !isSmallFile(fileId))),
      ]);
    },
    isSilence: (error) => small.isSilence(error) || large.isSilence(error),
  };
}

/** Creates a store of files that writes to `newer`, and reads and removes files in both stores. */
function inBoth(newer: FileContents, older: FileContents): FileContents {
  return {
    begin: newer.begin,
    read: async function* (fileId, expectedBytes) {
      let isFound = false;
      try {
        for await (const bytes of newer.read(fileId, expectedBytes)) {
          isFound = true;
          yield bytes;
        }
      } catch (error) {
        if (isFound || !(error instanceof StoredFileMissingError)) throw error;
        yield* older.read(fileId, expectedBytes);
      }
    },
    has: async (fileId) => (await newer.has(fileId)) || older.has(fileId),
    remove: async (fileIds) => {
      await Promise.all([newer.remove(fileIds), older.remove(fileIds)]);
    },
    isSilence: (error) => newer.isSilence(error) || older.isSilence(error),
  };
}
