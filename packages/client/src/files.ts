import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { basename } from "node:path";
import { FileError } from "./errors.ts";

const MIB = 1024 * 1024;
const ARCHIVE_NAME = /\.(?:zip|gz|3dmark-result|3dmark-11-result)$/i;

/** Returns the SHA-256 of a file in hexadecimal digits. @throws the error of the operating system */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, signal && { signal })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/**
 * Returns a form with the first bytes of files, for an inspection by the service. The form has one byte more of a file
 * than the service inspects, so that the service sees that the file is longer.
 */
export async function formOfBeginnings(paths: readonly string[]): Promise<FormData> {
  const form = new FormData();
  for (const path of paths) {
    const blob = await openFile(path);
    form.append("files", blob.slice(0, (ARCHIVE_NAME.test(path) ? 4 : 1) * MIB + 1), basename(path));
  }
  return form;
}

/**
 * Adds files to a form. The bytes of the files are read from the disk while the form is sent. Returns the size of the
 * files in bytes.
 */
export async function addFiles(form: FormData, paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) {
    const blob = await openFile(path);
    form.append("files", blob, basename(path));
    bytes += blob.size;
  }
  return bytes;
}

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch (error) {
    // Throw a FileError in place of the TypeError with which Node reports a missing file, because fetch reports
    // failures of connections by a TypeError, too.
    throw new FileError(error as Error);
  }
}
