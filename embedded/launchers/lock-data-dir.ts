import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const HEARTBEAT_MS = 1000;
const STALE_MS = 10_000;
/** Longer than the grace period after which a guard kills what its dead parent left. */
const ORPHANS_MAX_MS = 20_000;
const POLL_MS = 50;

/** A data folder is in use by another process, whose stores would write into the same files. */
class DataDirInUseError extends Error {
  constructor(dataDir: string, pid: number, file: string) {
    super(
      `The data folder ${dataDir} is in use by process ${pid}. Stop that process, or choose another folder: ` +
        `DATA_DIR=<folder>. If it has ended already, try again in ${STALE_MS / 1000} seconds or remove ${file}.`,
    );
    this.name = "DataDirInUseError";
  }
}

/** The right to run stores in a data folder. */
export interface DataDirLock {
  /** Tells whoever takes over after a crash to wait for this process group. */
  addProcessGroup(groupId: number): void;
  release(): void;
}

/**
 * Takes the lock of a data folder, which is made where there is none. A dead process's lock is taken over once the stores that
 * it had started are gone. The file holds the owner's process id and then its stores' process groups, one a line; it is
 * touched every second, so that a process id that has meanwhile gone to another program does not keep it locked.
 * @throws DataDirInUseError
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  mkdirSync(dataDir, { recursive: true });
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
    addProcessGroup: (groupId) => appendFileSync(file, `${groupId}\n`),
    release: () => {
      clearInterval(heartbeat);
      rmSync(file, { force: true });
    },
  };
}

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
    // The folder was removed under us: there is nothing left to lock.
  }
}

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
