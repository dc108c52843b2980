/** The last part of a file's name in an archive, behind its folders. Some programs write "\" between them. */
export function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
}

/** The name of what was packed, from its name in the archive (null where that tells none) and the name of the archive. */
export function nameOfContent(nameInArchive: string | null, archiveName: string): string {
  return nameInArchive ?? archiveName.replace(/\.gz$/i, "");
}

/** Whether an entry of an archive is a file that a person has packed: no folder, and nothing that macOS adds by itself. */
export function isPackedFile(name: string): boolean {
  const base = baseName(name);
  return base !== "" && base !== ".DS_Store" && !base.startsWith("._") && !name.startsWith("__MACOSX/");
}
