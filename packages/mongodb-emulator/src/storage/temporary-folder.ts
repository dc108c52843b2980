import { tmpdir } from "node:os";
import { isAbsolute, relative, sep } from "node:path";

/**
 * Whether a folder lies in the folder of the system's temporary files, whose files nobody expects to find again after the
 * machine has failed.
 * @param temporary the folder of temporary files; by default the one that the system names
 */
export function isTemporary(folder: string, temporary: string = tmpdir()): boolean {
  const path = relative(temporary, folder);
  return !isAbsolute(path) && path !== ".." && !path.startsWith(`..${sep}`);
}
