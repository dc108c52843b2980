import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the first executable file on the PATH that has one of the given names, or undefined. An earlier name takes
 * precedence over an earlier folder of the PATH.
 * @param path the value of PATH
 */
export function findExecutable(names: readonly string[], path: string | undefined): string | undefined {
  const folders = (path ?? "").split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Returns whether a path names a file that this process may execute. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
