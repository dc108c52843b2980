/**
 * Returns the file name at the end of a path of any system. The folders are removed, because a path can contain the
 * name of a person.
 */
export function withoutFolder(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
