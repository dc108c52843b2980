import { plainText } from "../plain-text.ts";
import { withoutFolder } from "../without-folder.ts";
import { isUnnamed } from "./game-name.ts";

/** The longest name of a file in Windows, and more. */
export const MAX_NAME_LENGTH = 260;

/**
 * The name of an executable as a capture writes it; empty where it names none. Only the file name is kept: a path can hold the
 * name of the person who made the capture.
 */
export function applicationName(text: string): string {
  const name = plainText(withoutFolder(text), MAX_NAME_LENGTH);
  return isUnnamed(name) ? "" : name;
}
