import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemCodeOf, UsageError } from "./errors.ts";

/** A file that may hold a result. */
export interface FoundFile {
  path: string;
  bytes: number;
  /** When the file was changed last, in ms since 1970. */
  mtimeMs: number;
  /** Whether the person named the file itself, instead of its folder. */
  isNamed: boolean;
}

/** The names that the files of capture tools and of 3DMark have. */
const RESULT_NAME = /\.(?:csv|json|xml|hml|zip|gz|3dmark-result|3dmark-11-result)$/i;

/** Returns the files that paths name: files themselves, and the files in folders whose names are those of results. */
export async function findFiles(paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    const stats = await stat(path).catch((error: unknown) => {
      if (systemCodeOf(error) === "ENOENT") throw new UsageError(`${path} does not exist`);
      throw error;
    });
    if (stats.isDirectory()) found.push(...(await filesIn(path)));
    else if (!stats.isFile()) throw new UsageError(`${path} is no file and no folder`);
    else found.push({ path, bytes: stats.size, mtimeMs: stats.mtimeMs, isNamed: true });
  }
  return found;
}

/**
 * Returns the files in a folder and its folders whose names are those of results, the oldest first. Leaves out hidden
 * files and folders, links to folders, and inner folders that cannot be read.
 */
export async function filesIn(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of await pathsIn(folder)) {
    // A file may be gone by now, and a link may lead to a folder.
    const stats = await stat(path).catch(() => null);
    if (stats?.isFile() === true)
      found.push({ path, bytes: stats.size, mtimeMs: stats.mtimeMs, isNamed: false });
  }
  return found.toSorted((a, b) => a.mtimeMs - b.mtimeMs || (a.path < b.path ? -1 : 1));
}

// Node's recursive readdir follows links, also those that lead in a circle, and fails for one unreadable folder.
async function pathsIn(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...(await pathsIn(path).catch(() => [])));
    else if (RESULT_NAME.test(entry.name)) paths.push(path);
  }
  return paths;
}
