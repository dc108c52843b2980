import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
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
 * @throws OpenFolderError where others can enter the folder and it is not this user's or holds something else
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_MODE });
  const { mode, uid } = statSync(folder);
  const isOwn = process.getuid === undefined || process.getuid() === uid;
  if (isOwn && (mode & OTHERS_BITS) === 0) return;
  const strange = readdirSync(folder).find((name) => !ownNames.has(name));
  if (!isOwn) throw new OpenFolderError(folder, "it belongs to another user");
  if (strange !== undefined)
    throw new OpenFolderError(folder, `others can enter it, and it holds ${strange}`);
  chmodSync(folder, PRIVATE_MODE);
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
