import { UNREADABLE } from "../bytes/encoding.ts";
import { plainText } from "../plain-text.ts";
import { withoutFolder } from "../without-folder.ts";
import { isUnnamed } from "./game-name.ts";

/** The maximum number of characters in an application's name: no file name in Windows is longer. */
export const MAX_NAME_LENGTH = 260;

/**
 * Returns the name of an executable as a capture contains it; an empty string if the capture contains no name. Folders
 * are removed, because a path can contain the name of a person. `isReadableName` is false for a name that is not
 * written in UTF-8.
 */
export function applicationName(text: string, isUtf8 = true): string {
  const name = plainText(withoutFolder(text), MAX_NAME_LENGTH);
  if (!isUtf8) return `${UNREADABLE}${name}`;
  return isUnnamed(name) ? "" : name;
}

/**
 * Whether the name of an executable is certain. A name in a code page of Windows is uncertain, because the file does
 * not state the code page, and the same bytes are different letters in each code page. A tool that cannot write the
 * letters of a name writes question marks instead, which Windows forbids in file names.
 */
export function isReadableName(name: string): boolean {
  const isWindowsName = name.toLowerCase().endsWith(".exe");
  return !name.includes(UNREADABLE) && !(isWindowsName && name.includes("?"));
}

/** Returns the name that a file states for an executable; null where the file states no readable name. */
export function statedName(name: string): string | null {
  return name === "" || !isReadableName(name) ? null : name;
}
