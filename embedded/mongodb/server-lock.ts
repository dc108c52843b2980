import { readFileSync, realpathSync } from "node:fs";
import type { Store } from "./storage/store.ts";

/** Behind all ids of collections and indexes. */
const LOCK_KEY = Buffer.from("\u{ff}owner", "latin1");

/** The folder belongs to a server that is running. */
class FolderInUseError extends Error {
  override name = "FolderInUseError";
}

/** LMDB must not open a folder twice in one process, so this is known to the process as a whole. */
const openFolders = new Set<string>();

/** Keeps the folder for one server of this process; returns how to give it back. Throws {@link FolderInUseError}. */
export function reserveFolder(dir: string): () => void {
  const path = realpathSync(dir);
  if (openFolders.has(path))
    throw new FolderInUseError(
      `the folder ${dir} is in use by a server of this process: close it or choose another`,
    );
  openFolders.add(path);
  return () => openFolders.delete(path);
}

/**
 * Makes this process the owner of the store's folder, or throws {@link FolderInUseError}. LMDB lets only one process
 * at a time into a write, so two that start together cannot both succeed. The mark of a process that died is taken over.
 */
export async function takeFolder(store: Store, dir: string): Promise<() => Promise<void>> {
  await store.write(() => {
    const [pid = "", start = ""] = (store.get(LOCK_KEY)?.toString() ?? "").split(" ");
    if (pid !== "" && isRunning(Number(pid), start))
      throw new FolderInUseError(
        `the folder ${dir} is in use by the server with process id ${pid}: stop it or choose another`,
      );
    store.put(LOCK_KEY, Buffer.from(`${process.pid} ${startOf(process.pid)}`));
  });
  return () => store.write(() => store.remove(LOCK_KEY));
}

function isRunning(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return start === startOf(pid);
}

/**
 * When a process began, where Linux tells: a process id is given again after a while. "dead" for one that has ended but
 * whose parent has not asked yet how.
 */
function startOf(pid: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Fields 3 and 22 (proc(5)), counted behind the command's name, which may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "dead" : `${boot}/${fields[19]}`;
  } catch {
    return "unknown";
  }
}
