import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions } from "esbuild";
import { COMMONJS_NAMES, conditions, keepOwn, separatePackages } from "./bundling/keep-own.ts";

// The last step of npm run build: joins the modules that a start waits for into a few files. Node takes three times as long to find
// and load them one by one, because web and worker have 1,500 of them each, most of them of packages. A program keeps its
// path: `node dist/src/server.js`. What a module loads later, like a client that few settings need, stays a file of its own.

/** Where the compiler has put all programs, this one among them. */
const compiledFolder = fileURLToPath(new URL("..", import.meta.url));

/**
 * The programs of a start, that of operators, and those that the arguments name. All of them lie as deep as the files that they share, which
 * {@link keepOwn} counts on.
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
/** What workers and web processes start for each piece of work: small programs that look for no file beside their own, and share none. */
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

// The shared files are named after their contents, so those of the build before would stay.
const written = new Set(Object.keys(metafile.outputs).map((file) => join(process.cwd(), file)));
for (const name of readdirSync(join(compiledFolder, SHARED_FOLDER))) {
  const file = join(compiledFolder, SHARED_FOLDER, name);
  if (!written.has(file)) rmSync(file);
}
