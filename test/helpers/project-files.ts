import { extname } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

// The tests run compiled, from a folder of their own. ava starts each of them in the project's root, where everything lies
// that is not compiled.

/** Returns the URL of a file of the project that is not compiled. @param path from the project's root: `data/cpus.csv` */
export const projectUrl = (path: string): URL => new URL(path, pathToFileURL(`${process.cwd()}/`));

/**
 * Returns the URL of a program of the project or of the tests, as this process can run it.
 * @param file its TypeScript file, as a path from the project's root: `src/server.ts`
 */
export function programUrl(file: string): URL {
  const path = file.replace(/\.ts$/, extname(import.meta.url));
  return new URL(`../../${path}`, import.meta.url);
}

/** The folder of all programs, as this process can run them. */
export const programFolder: string = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the arguments that make Node run a program. @param file as for {@link programUrl} */
export const programArguments = (file: string): string[] => [
  ...process.execArgv,
  fileURLToPath(programUrl(file)),
];
