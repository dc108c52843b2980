import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "./atomic-file.ts";
import type { FoundFile } from "./find-files.ts";

/** The facts that `watch` remembers about a file that it has submitted or left out. */
interface Handled {
  bytes: number;
  mtime_ms: number;
}

/** The files of a folder that need no further work. The list outlives restarts of `watch`. */
export type WatchState = Awaited<ReturnType<typeof openWatchState>>;

/** Returns the path of the file in which `watch` remembers the files of a folder that it has submitted to a build. */
export function stateFileOf(configFolder: string, ...keys: readonly string[]): string {
  const name = createHash("sha256").update(JSON.stringify(keys)).digest("hex").slice(0, 16);
  return join(configFolder, `watch-${name}.json`);
}

/**
 * Opens the list of handled files that `watch` has stored in a file. A missing or broken file counts as an empty list,
 * because the service itself knows which result files it has.
 */
export async function openWatchState(path: string) {
  const kept = await readFile(path, "utf8")
    .then((text) => JSON.parse(text) as { files?: Record<string, Handled> })
    .catch(() => ({ files: {} }));
  const files = new Map<string, Handled>(Object.entries(kept.files ?? {}));
  return {
    /** Whether `watch` has submitted or left out a file, and the file is unchanged since. */
    isHandled: ({ path, bytes, mtimeMs }: FoundFile): boolean => {
      const handled = files.get(path);
      return handled?.bytes === bytes && handled.mtime_ms === mtimeMs;
    },
    /** Remembers that `watch` has submitted a file or left it out, so that the file needs no further work. */
    remember: ({ path, bytes, mtimeMs }: FoundFile): void =>
      void files.set(path, { bytes, mtime_ms: mtimeMs }),
    /** Writes the files that `watch` remembers to the disk. @throws the error of the operating system */
    save: (): Promise<void> => writeWhole(path, `${JSON.stringify({ files: Object.fromEntries(files) })}\n`),
    /** Forgets all files except the given ones, so that the stored list does not grow larger than the folder. */
    keepOnly: (found: readonly FoundFile[]): void => {
      const paths = new Set(found.map(({ path }) => path));
      for (const path of files.keys()) if (!paths.has(path)) files.delete(path);
    },
  };
}
