import { extname } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

// The compiled tests run from a separate folder, which has only compiled files. ava starts each test in the project's
// root, where all other files are.

/**
 * Returns the URL of a file of the project that is not compiled.
 * @param path the path from the project's root, such as `data/cpus.csv`
 */
export const projectUrl = (path: string): URL => new URL(path, pathToFileURL(`${process.cwd()}/`));

/**
 * Returns the URL of a program of the project or of the tests: of the compiled file if this module is compiled,
 * otherwise of the TypeScript file.
 * @param file the TypeScript file of the program, as a path from the project's root, such as `src/server.ts`
 */
export function programUrl(file: string): URL {
  const path = file.replace(/\.ts$/, extname(import.meta.url));
  return new URL(`../../${path}`, import.meta.url);
}

/** The root folder of the files that {@link programUrl} names. */
export const programFolder: string = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns the arguments with which Node runs a program of the project.
 * @param file as for {@link programUrl}
 */
export const programArguments = (file: string): string[] => [
  ...process.execArgv,
  fileURLToPath(programUrl(file)),
];
