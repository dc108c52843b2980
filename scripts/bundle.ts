import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions } from "esbuild";
import { COMMONJS_NAMES, conditions, keepOwn, separatePackages } from "./bundling/keep-own.ts";

// The last step of npm run build: bundles the modules that a start loads into a few files. Without bundling, Node takes
// three times as long to find and load the modules, because the web process and the worker process each have 1,500
// modules, most of them from packages. The path of a program does not change: `node dist/src/server.js`. A module that
// a program imports only when it is needed, such as a client for which few set-ups have settings, remains a separate
// file.

/** The folder into which the compiler has written all programs, including this program. */
const compiledFolder = fileURLToPath(new URL("..", import.meta.url));

/**
 * The programs with which the service starts, the program for operators, and the programs that the arguments name.
 * These programs and the files that they share are all at the same folder depth, on which {@link keepOwn} relies.
 */
const programs = new Set([
  "src/server",
  "workers/index",
  "scripts/start",
  "scripts/quickstart",
  "scripts/mongodb",
  "scripts/admin",
  ...process.argv.slice(2),
]);
/**
 * Small programs that workers and web processes start as child processes or threads. Each of these programs is bundled
 * into one file, because the programs share no files with others and need no other file.
 */
const helperPrograms = ["src/benchmarks/parse/reading-process", "src/frames/render-thread"];

const SHARED_FOLDER = "shared";

const common = {
  outdir: compiledFolder,
  outbase: compiledFolder,
  allowOverwrite: true,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  conditions,
  sourcemap: "linked",
  sourcesContent: false,
  external: [...separatePackages],
  banner: { js: COMMONJS_NAMES },
  logLevel: "warning",
} as const satisfies BuildOptions;

const { metafile } = await build({
  ...common,
  entryPoints: [...programs].map((program) => join(compiledFolder, `${program}.js`)),
  chunkNames: `${SHARED_FOLDER}/[name]-[hash]`,
  splitting: true,
  plugins: [keepOwn(compiledFolder)],
  metafile: true,
});

await build({
  ...common,
  entryPoints: helperPrograms.map((program) => join(compiledFolder, `${program}.js`)),
});

// Remove the shared files of the previous build: their names contain a hash of their contents, so this build does not
// overwrite them.
const written = new Set(Object.keys(metafile.outputs).map((file) => join(process.cwd(), file)));
for (const name of readdirSync(join(compiledFolder, SHARED_FOLDER))) {
  const file = join(compiledFolder, SHARED_FOLDER, name);
  if (!written.has(file)) rmSync(file);
}
