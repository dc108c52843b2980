import { statSync } from "node:fs";

/**
 * Checks that the file or folder of an option exists.
 * @throws Error with a message for the person who runs the script
 */
export function requireFile(option: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new Error(`${option}: expected the name of a file, found ${path}, which does not exist`);
}
