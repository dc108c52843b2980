import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemCodeOf, UsageError } from "./errors.ts";

/** A file that may contain a benchmark result. */
export interface FoundFile {
  path: string;
  bytes: number;
  /** When the file was changed last, in ms since 1970. */
  mtimeMs: number;
  /** Whether the person named the file itself, instead of its folder. */
  isNamed: boolean;
}

/** Matches the file names of results of capture tools and 3DMark. */
const RESULT_NAME = /\.(?:csv|json|xml|hml|zip|gz|3dmark-result|3dmark-11-result)$/i;

/** Returns the files that the given paths name, and the files in the given folders whose names match RESULT_NAME. */
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
 * Returns the files in a folder and its subfolders whose names match RESULT_NAME, the oldest first. Leaves out hidden
 * files and folders, links to folders, and subfolders that cannot be read.
 */
export async function filesIn(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of await pathsIn(folder)) {
    // Leave out a file that was deleted since it was listed, and a link that leads to a folder.
    const stats = await stat(path).catch(() => null);
    if (stats?.isFile() === true)
      found.push({ path, bytes: stats.size, mtimeMs: stats.mtimeMs, isNamed: false });
  }
  return found.toSorted((a, b) => a.mtimeMs - b.mtimeMs || (a.path < b.path ? -1 : 1));
}

// Node's recursive readdir would follow links, even links that lead in a circle, and would fail if one folder cannot be
// read.
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
