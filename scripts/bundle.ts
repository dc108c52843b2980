import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { COMMONJS_NAMES, conditions, keepOwn, separatePackages } from "./bundling/keep-own.ts";

// The last step of npm run build: joins the modules that a start waits for into a few files. Node takes three times as long to find
// and load them one by one, because web and worker have 1,500 of them each, most of them of packages. A program keeps its
// path: `node dist/src/server.js`. What a module loads later, like a client that few settings need, stays a file of its own.

/** Where the compiler has put all programs, this one among them. */
const compiledFolder = fileURLToPath(new URL("../", import.meta.url));

/**
 * The programs of a start, and those that the arguments name. All of them lie as deep as the files that they share, which
 * {@link keepOwn} counts on.
 */
const programs = new Set([
  "src/server",
  "workers/index",
  "scripts/start",
  "scripts/quickstart",
  "scripts/mongodb",
  ...process.argv.slice(2),
]);
const SHARED_FOLDER = "shared";

const { metafile } = await build({
  entryPoints: [...programs].map((program) => join(compiledFolder, `${program}.js`)),
  outdir: compiledFolder,
  outbase: compiledFolder,
  chunkNames: `${SHARED_FOLDER}/[name]-[hash]`,
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  conditions,
  sourcemap: "linked",
  sourcesContent: false,
  banner: { js: COMMONJS_NAMES },
  external: [...separatePackages],
  plugins: [keepOwn(compiledFolder)],
  metafile: true,
  logLevel: "warning",
});

// The shared files are named after their contents, so those of the build before would stay.
const written = new Set(Object.keys(metafile.outputs).map((file) => join(process.cwd(), file)));
for (const name of readdirSync(join(compiledFolder, SHARED_FOLDER))) {
  const file = join(compiledFolder, SHARED_FOLDER, name);
  if (!written.has(file)) rmSync(file);
}
