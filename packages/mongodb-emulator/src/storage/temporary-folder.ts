import { tmpdir } from "node:os";
import { isAbsolute, relative, sep } from "node:path";

/**
 * Whether a folder lies in the system's folder for temporary files. Nobody expects temporary files to survive a failure
 * of the machine.
 * @param temporary the folder for temporary files; by default the system's
 */
export function isTemporary(folder: string, temporary: string = tmpdir()): boolean {
  const path = relative(temporary, folder);
  return !isAbsolute(path) && path !== ".." && !path.startsWith(`..${sep}`);
}
