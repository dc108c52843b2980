import { extname } from "node:path";
import { fileURLToPath } from "node:url";

const extension = extname(fileURLToPath(import.meta.url));
/** The folder that contains embedded/: the project's root, or dist when this process runs from a build. */
const programRoot = new URL("../../..", import.meta.url);
const root = extension === ".js" ? new URL("..", programRoot) : programRoot;
/**
 * Options for Node with which a program that runs from its sources imports the packages of this project from
 * their sources, too, so that the packages need no build.
 */
const sourceOptions = extension === ".js" ? [] : ["--conditions=source"];

/** The script that runs every child process; the comment at the top of the script explains how. */
export const guardFile = projectFile("embedded/launchers/processes/guard.sh");

/**
 * Returns the command line that runs one of the project's own programs: the built file if this process runs from a
 * build, else the source.
 * @param entry path from the project's root, without extension: `src/server`
 */
export function projectEntry(entry: string): { command: string; args: string[] } {
  const file = fileURLToPath(new URL(`${entry}${extension}`, programRoot));
  return { command: process.execPath, args: [...process.execArgv, ...sourceOptions, file] };
}

/** Returns the absolute path of a file of the project. @param path from the project's root */
export function projectFile(path: string): string {
  return fileURLToPath(new URL(path, root));
}
