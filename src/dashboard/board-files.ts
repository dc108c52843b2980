import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

/** A file that the page of the board loads. */
interface BoardFile {
  bytes: Buffer;
  /** Its media type. */
  type: string;
  etag: string;
}

/** The files that the page of the board loads. */
export type BoardFiles = ReturnType<typeof createBoardFiles>;

/** The media types of the files, by the ends of their names. */
export const fileTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
};

/** Creates the files of a folder, those in folders of it among them. Each is read from the disk once, when it is first asked for. */
export function createBoardFiles(folder: string) {
  const paths = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && fileTypes[extname(entry.name)] !== undefined)
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path).split(sep).join("/"), path]),
  );
  const files = new Map<string, Promise<BoardFile>>();
  return {
    /** The name of every file: its path in the folder, with slashes. */
    names: [...paths.keys()],

    /** Returns a file by its name, or undefined where there is none. Only names of the folder are looked at, so none leads out of it. */
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
