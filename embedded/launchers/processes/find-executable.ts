import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first file of one of these names that can be run, in the order of names and then of PATH; undefined where there is none. */
export function findExecutable(names: readonly string[], path: string | undefined): string | undefined {
  const folders = (path ?? "").split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Whether this is a file that this process may run. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
