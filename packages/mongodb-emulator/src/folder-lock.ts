import { readFileSync, realpathSync } from "node:fs";
import type { Store } from "./storage/store.ts";

/**
 * Makes this process the owner of the store's folder: the store contains the id and the start time of its owner. LMDB
 * lets only one process write at a time, so of two processes that start at the same time only one becomes the owner. A
 * process may take over the folder of an owner that has died.
 * @returns a function that releases the folder
 * @throws FolderInUseError
 */
export async function takeFolder(store: Store, dir: string): Promise<() => Promise<void>> {
  await store.write(() => {
    const [pid = "", start = ""] = (store.get(lockKey)?.toString() ?? "").split(" ");
    if (pid !== "" && isRunning(Number(pid), start))
      throw new FolderInUseError(
        `the folder ${dir} is in use by the server with process id ${pid}: stop that server or choose another folder`,
      );
    store.put(lockKey, Buffer.from(`${process.pid} ${startOf(process.pid)}`));
  });
  return () => store.write(() => store.remove(lockKey));
}

/**
 * Reserves a data folder for one server of this process.
 * @returns a function that ends the reservation
 * @throws FolderInUseError
 */
export function reserveFolder(dir: string): () => void {
  const path = realpathSync(dir);
  if (openFolders.has(path))
    throw new FolderInUseError(
      `the folder ${dir} is in use by a server of this process: close that server or choose another folder`,
    );
  openFolders.add(path);
  return () => openFolders.delete(path);
}

/**
 * The key under which the store contains its owner, the process that has opened the data folder. No collection or index
 * has this key: the key sorts after the ids of all collections and indexes.
 */
const lockKey = Buffer.from("\u{ff}owner", "latin1");

/** Thrown when another running server has its data in the given data folder. */
export class FolderInUseError extends Error {
  override name = "FolderInUseError";
}

/**
 * The folders of this process's servers. The list is global, because a process must not open a folder twice with LMDB.
 */
const openFolders = new Set<string>();

function isRunning(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return start === startOf(pid);
}

/**
 * Returns a text that distinguishes two processes with the same id: on Linux the boot and the time of the process's
 * start, elsewhere always "unknown". Returns "dead" for a process that has ended but whose parent has not yet read its
 * exit code.
 */
function startOf(pid: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Take fields 3 and 22 of /proc/<pid>/stat (see proc(5)). Split only the part after the command's name, because the
    // name may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "dead" : `${boot}/${fields[19]}`;
  } catch {
    return "unknown";
  }
}
