import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "./atomic-file.ts";
import type { FoundFile } from "./find-files.ts";

/** What `watch` remembers of a file that it has sent or left out. */
interface Handled {
  bytes: number;
  mtime_ms: number;
}

/** The files of a folder that need no further work, kept over restarts. */
export type WatchState = Awaited<ReturnType<typeof openWatchState>>;

/** Returns the file in which `watch` remembers what it has done with the files of a folder for a build. */
export function stateFileOf(configFolder: string, ...keys: readonly string[]): string {
  const name = createHash("sha256").update(JSON.stringify(keys)).digest("hex").slice(0, 16);
  return join(configFolder, `watch-${name}.json`);
}

/** Opens the state in a file. A file that is missing or broken is an empty state: the service knows what it has. */
export async function openWatchState(path: string) {
  const kept = await readFile(path, "utf8")
    .then((text) => JSON.parse(text) as { files?: Record<string, Handled> })
    .catch(() => ({ files: {} }));
  const files = new Map<string, Handled>(Object.entries(kept.files ?? {}));
  return {
    /** Whether a file is as it was when it was sent or left out. */
    isHandled: ({ path, bytes, mtimeMs }: FoundFile): boolean => {
      const handled = files.get(path);
      return handled?.bytes === bytes && handled.mtime_ms === mtimeMs;
    },
    /** Remembers that a file needs no further work. */
    remember: ({ path, bytes, mtimeMs }: FoundFile): void =>
      void files.set(path, { bytes, mtime_ms: mtimeMs }),
    /** Writes to the disk what is remembered. @throws the error of the system */
    save: (): Promise<void> => writeWhole(path, `${JSON.stringify({ files: Object.fromEntries(files) })}\n`),
    /** Forgets all files but these, so that the state grows no larger than the folder. */
    keepOnly: (found: readonly FoundFile[]): void => {
      const paths = new Set(found.map(({ path }) => path));
      for (const path of files.keys()) if (!paths.has(path)) files.delete(path);
    },
  };
}
