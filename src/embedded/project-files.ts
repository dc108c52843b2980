import { extname } from "node:path";
import { fileURLToPath } from "node:url";

const extension = extname(fileURLToPath(import.meta.url));
/** Built files lie one folder deeper, in dist. */
const root = new URL(extension === ".js" ? "../../../" : "../../", import.meta.url);

/** The script under which every child process runs. It says itself how. */
export const guardFile = fileURLToPath(new URL("src/embedded/guard.sh", root));

/**
 * The command line of one of the project's own entries, run as this process is run: the built file by the built file, the
 * source by the source.
 * @param entry path from the project's root, without extension: `src/server`
 */
export function projectEntry(entry: string): { command: string; args: string[] } {
  const file = fileURLToPath(new URL(`../../${entry}${extension}`, import.meta.url));
  return { command: process.execPath, args: [...process.execArgv, file] };
}

/** The place of a file of the project, by its path from the project's root. */
export function projectFile(path: string): string {
  return fileURLToPath(new URL(path, root));
}
