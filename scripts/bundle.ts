import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions } from "esbuild";
import { COMMONJS_NAMES, conditions, keepOwn, separatePackages } from "./bundling/keep-own.ts";

// The last step of npm run build: bundles the modules that a start loads into a few files. Without bundling, Node takes
// three times as long to find and load them, because web and worker have 1,500 modules each, most of them from
// packages. A program keeps its path: `node dist/src/server.js`. A module that is loaded later, like a client that few
// settings need, stays a file of its own.

/** The folder into which the compiler has written all programs, including this program. */
const compiledFolder = fileURLToPath(new URL("..", import.meta.url));

/**
 * The programs of a start, the program of operators, and the programs that the arguments name. All of them have the
 * same depth as the shared files; {@link keepOwn} relies on that.
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
 * Small programs that workers and web processes start as child processes or threads. Each is bundled into one file,
 * because these programs share no files and need no file beside their own.
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

// The names of shared files contain a hash of their contents, so the files of the previous build have to be removed.
const written = new Set(Object.keys(metafile.outputs).map((file) => join(process.cwd(), file)));
for (const name of readdirSync(join(compiledFolder, SHARED_FOLDER))) {
  const file = join(compiledFolder, SHARED_FOLDER, name);
  if (!written.has(file)) rmSync(file);
}
