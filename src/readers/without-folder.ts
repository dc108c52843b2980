/**
 * Matches the folders of a path. A slash after "<" does not separate folders, because it belongs to markup in the name
 * of a program.
 */
const FOLDERS = /^.*(?:\\|(?<!<)\/)/s;

/**
 * Returns the file name at the end of a path of any system. The folders are removed, because a path can contain the
 * name of a person.
 */
export function withoutFolder(path: string): string {
  return path.replace(FOLDERS, "");
}
