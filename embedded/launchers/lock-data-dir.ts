import { appendFileSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makePrivateFolder } from "./private-folder.ts";

/** The interval in ms at which the owner of a lock touches the lock file. */
const HEARTBEAT_MS = 1000;
/**
 * The age in ms from which an untouched lock file of a data folder counts as abandoned, even if a process with the
 * owner's id runs.
 */
const STALE_MS = 10_000;
/**
 * How long to wait, in ms, for the stores of a dead owner to end. The time must exceed the grace period after which the
 * guard process of each store kills the store.
 */
const ORPHANS_MAX_MS = 20_000;
const POLL_MS = 50;

/**
 * Locks a data folder, so that only one process at a time uses the folder. Creates a missing folder, accessible to this
 * user alone. The lock of a dead process is taken over as soon as the stores that the dead process started have ended.
 * The lock file holds the owner's process id and then the process groups of its stores, one a line. The owner touches
 * the lock file every second, so that another program that later gets the same process id does not keep the folder
 * locked.
 * @throws DataDirInUseError, and the errors of makePrivateFolder
 */
export async function lockDataDir(dataDir: string) {
  makePrivateFolder(dataDir);
  const file = join(dataDir, "lock");
  if (!create(file)) {
    const [pid = 0, ...groups] = idsIn(file);
    if (isHeld(file, pid)) throw new DataDirInUseError(dataDir, pid, file);
    await untilGone(groups);
    rmSync(file, { force: true });
    if (!create(file)) throw new DataDirInUseError(dataDir, idsIn(file)[0] ?? 0, file);
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS).unref();
  return {
    /**
     * Records the process group of a store in the lock file: if this process dies, the next owner of the lock first
     * waits until all processes of the group have ended.
     */
    addProcessGroup: (groupId: number) => appendFileSync(file, `${groupId}\n`),
    /** Unlocks the data folder by removing its lock file. */
    release: () => {
      clearInterval(heartbeat);
      rmSync(file, { force: true });
    },
  };
}

/** The lock of a data folder, held by this process. */
export type DataDirLock = Awaited<ReturnType<typeof lockDataDir>>;

/** Thrown when another process uses the data folder: the stores of two services would write into the same files. */
class DataDirInUseError extends Error {
  override name = "DataDirInUseError";

  constructor(dataDir: string, pid: number, file: string) {
    super(
      `The data folder ${dataDir} is in use by process ${pid}: the service runs there already. Stop that process, or start a second service ` +
        `with another folder and port: DATA_DIR=${dataDir}-2 PORT=3001. ` +
        `If that process has ended, try again in ${STALE_MS / 1000} seconds or remove ${file}.`,
    );
  }
}

/** Creates the lock file of a data folder; returns false if the lock file already exists. */
function create(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function idsIn(file: string): number[] {
  return readFileSync(file, "utf8").split("\n").filter(Boolean).map(Number);
}

function isHeld(file: string, pid: number): boolean {
  return isAlive(pid) && Date.now() - statSync(file).mtimeMs < STALE_MS;
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Ignore the error: if somebody has removed the data folder, there is no lock file to touch.
  }
}

/** Waits until all processes of the given process groups have ended, but no longer than ORPHANS_MAX_MS. */
async function untilGone(groups: readonly number[]): Promise<void> {
  const deadline = performance.now() + ORPHANS_MAX_MS;
  while (groups.some((group) => isAlive(-group)) && performance.now() < deadline) await sleep(POLL_MS);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
