/**
 * Returns the last part of a file's name in an archive, without its folders. Folders may also be separated by "\",
 * because some programs write it.
 */
export function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
}

/**
 * Returns the name of a packed file: its name in the archive or, if that is null, the name of the archive without
 * `.gz`.
 */
export function nameOfContent(nameInArchive: string | null, archiveName: string): string {
  return nameInArchive ?? archiveName.replace(/\.gz$/i, "");
}

/**
 * Whether an entry of an archive is a file that a person has packed, and not a folder or a file that macOS adds by
 * itself.
 */
export function isPackedFile(name: string): boolean {
  const base = baseName(name);
  return base !== "" && base !== ".DS_Store" && !base.startsWith("._") && !name.startsWith("__MACOSX/");
}
