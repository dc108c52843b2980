import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";

/** What only the owner of a folder may: read, write and enter it. */
const PRIVATE_MODE = 0o700;
const OTHERS_BITS = 0o077;

/** The names that a data folder holds. */
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
 * Makes a data folder that only this user can enter: it holds files, passwords and logs. A data folder of this user that
 * others can enter is closed to them. Any other folder is left alone, since others may need it.
 * @throws OpenFolderError where others can enter the folder and it is not this user's or holds something else;
 * UnwritableFolderError where it cannot be made, or nothing can be written in it
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
  if (!isOwn) throw new OpenFolderError(folder, "it belongs to another user");
  if (strange !== undefined)
    throw new OpenFolderError(folder, `others can enter it, and it holds ${strange}`);
  chmodSync(folder, PRIVATE_MODE);
}

/**
 * Makes a folder and those above it. Node's own `recursive` tries for ever where the system says of a folder that is there that it is
 * not, as below /proc.
 */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: PRIVATE_MODE });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

/** @throws the system's error where nobody can tell, or where something else has the name */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return found !== undefined;
  throw Object.assign(new Error(`${path} is a file`), { code: "ENOTDIR" });
}

/** The data would stand in a folder that is not this user's alone. The message says what to do. */
class OpenFolderError extends Error {
  override name = "OpenFolderError";

  constructor(folder: string, found: string) {
    super(
      `The data folder ${folder} has to be this user's alone, but ${found}. ` +
        `Choose a folder for nothing else: DATA_DIR=<folder>; or close it to others: chmod 700 ${folder}`,
    );
  }
}

/** What the system's codes mean for a folder to write in. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "it lies on a file system that is read-only",
  ENOSPC: "no space is left there",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a part of the path is a link that leads nowhere",
};

/** Nothing can be kept in the data folder. The message is one line, which says what to do. */
class UnwritableFolderError extends Error {
  override name = "UnwritableFolderError";

  constructor(folder: string, cause: NodeJS.ErrnoException) {
    const { code = "", message } = cause;
    super(
      `DATA_DIR is ${folder}, where nothing can be written: ${reasons[code] ?? message}. ` +
        "Choose a folder of yours: DATA_DIR=<folder>",
      { cause },
    );
  }
}
