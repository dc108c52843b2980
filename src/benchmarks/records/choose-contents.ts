import type { Mongo } from "../../infra/mongo.ts";
import type { ObjectStore } from "../../infra/s3.ts";
import { StoredFileMissingError } from "../errors.ts";
import type { FileContents } from "./file-contents.ts";
import { createGridfsContents } from "./gridfs-contents.ts";
import { createS3Contents } from "./s3-contents.ts";

interface ContentStores {
  mongo: Pick<Mongo, "db" | "fileDb" | "timeoutMs">;
  /** Null where the settings name none. */
  objectStore: ObjectStore | null;
}

/**
 * Creates the store of the bytes of files: the object store of the settings, or GridFS. An installation that takes an object store
 * later still has files in GridFS: these are read and removed there.
 */
export function createFileContents({ mongo, objectStore }: ContentStores): FileContents {
  const gridfs = createGridfsContents(mongo);
  return objectStore ? inBoth(createS3Contents(objectStore), gridfs) : gridfs;
}

/** Writes to one store, and reads and removes in another one what was written there before. */
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
