import { plainText } from "../plain-text.ts";
import { withoutFolder } from "../without-folder.ts";
import { isUnnamed } from "./game-name.ts";

/** The maximum number of characters in an application's name: no file name in Windows is longer. */
export const MAX_NAME_LENGTH = 260;

/**
 * Returns the name of an executable as a capture contains it; an empty string if the capture contains no name. Folders
 * are removed, because a path can contain the name of a person.
 */
export function applicationName(text: string): string {
  const name = plainText(withoutFolder(text), MAX_NAME_LENGTH);
  return isUnnamed(name) ? "" : name;
}
