import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

/** A file that the dashboard's page loads. */
interface BoardFile {
  bytes: Buffer;
  /** The media type of the dashboard's file. */
  type: string;
  etag: string;
}

/** The files that the dashboard's page loads. */
export type BoardFiles = ReturnType<typeof createBoardFiles>;

/** The media types of the dashboard's files, by file name extension. */
export const fileTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
};

/**
 * Creates an index of the files in a folder and its subfolders. Each file is read from disk once, at its first request.
 */
export function createBoardFiles(folder: string) {
  const paths = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && fileTypes[extname(entry.name)] !== undefined)
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path).split(sep).join("/"), path]),
  );
  const files = new Map<string, Promise<BoardFile>>();
  return {
    /** The names of all files of the dashboard: their paths in the folder, with slashes. */
    names: [...paths.keys()],

    /**
     * Returns a file by its name, or undefined if no file has the name. Reads only files whose paths were listed at the
     * start, so that no name can lead out of the dashboard's folder.
     */
    find: async (name: string): Promise<BoardFile | undefined> => {
      const path = paths.get(name);
      if (path === undefined) return undefined;
      const file = files.get(name) ?? readBoardFile(path);
      files.set(name, file);
      return file;
    },
  };
}

async function readBoardFile(path: string): Promise<BoardFile> {
  const bytes = await readFile(path);
  const digest = createHash("sha256").update(bytes).digest("base64url");
  return { bytes, type: fileTypes[extname(path)] ?? "", etag: `W/"${digest}"` };
}
