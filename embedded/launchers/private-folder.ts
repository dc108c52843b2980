import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";

/** Mode of a folder that only its owner may read, write and enter. */
const PRIVATE_MODE = 0o700;
const OTHERS_BITS = 0o077;

/**
 * The names of the files and folders that the service and its stores create in a data folder. A folder that contains
 * any other name also holds data of another program.
 */
const ownNames = new Set([
  "bin",
  "lock",
  "logs",
  "meilisearch",
  "meilisearch-checked",
  "meilisearch-key",
  "mongod",
  "mongodb",
  "mongodb-password",
  "redis",
  "redis-password",
  "redis.conf",
  "server-secret",
  "stores.env",
]);

/**
 * Creates a data folder that only this user can enter, because the folder contains files, passwords and logs. An
 * existing data folder of this user that others can enter is closed to them. A folder of another user, or with other
 * data, keeps its permissions, because others may need access to it.
 * @throws OpenFolderError where the folder belongs to another user, or where others can enter the folder and it holds
 * other data; UnwritableFolderError where the folder cannot be created or written to
 */
export function makePrivateFolder(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UnwritableFolderError(folder, error as NodeJS.ErrnoException);
  }
  const { mode, uid } = statSync(folder);
  const isOwn = process.getuid === undefined || process.getuid() === uid;
  if (isOwn && (mode & OTHERS_BITS) === 0) return;
  const strange = readdirSync(folder).find((name) => !ownNames.has(name));
  if (!isOwn) throw new OpenFolderError(folder, "the folder belongs to another user");
  if (strange !== undefined)
    throw new OpenFolderError(
      folder,
      `other users can enter the folder, and it contains ${strange}, which is not a file of the service`,
    );
  chmodSync(folder, PRIVATE_MODE);
}

/**
 * Creates a folder and its missing parents. Node's own option `recursive` retries for ever where the system reports an
 * existing folder as missing, which happens below /proc.
 */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: PRIVATE_MODE });
  } catch (error) {
    // Ignore the error if the folder exists now, because another process may have created it in the meantime.
    if (!isFolder(folder)) throw error;
  }
}

/**
 * Returns whether a path is an existing folder.
 * @throws the system's error where the path cannot be inspected, or is a file
 */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return found !== undefined;
  throw Object.assign(new Error(`${path} is a file`), { code: "ENOTDIR" });
}

/** Thrown when other users could read the data in the folder. The message says what to do. */
class OpenFolderError extends Error {
  override name = "OpenFolderError";

  constructor(folder: string, found: string) {
    super(
      `Only the user who starts the service may have access to the data folder ${folder}, but ${found}. ` +
        `Choose a folder for this data alone: DATA_DIR=<folder>; or close the folder to others: chmod 700 ${folder}`,
    );
  }
}

/** The reasons why a folder cannot be written to, by the error code of the operating system. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left there",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a part of the path is a symbolic link whose target is missing",
};

/** Thrown when the data folder cannot be written to. The message is one line, which says what to do. */
class UnwritableFolderError extends Error {
  override name = "UnwritableFolderError";

  constructor(folder: string, cause: NodeJS.ErrnoException) {
    const { code = "", message } = cause;
    super(
      `The service cannot write to the folder ${folder} of DATA_DIR: ${reasons[code] ?? message}. ` +
        "Choose a folder to which you may write: DATA_DIR=<folder>",
      { cause },
    );
  }
}
