import { readdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

// The last step of npm run build: joins the modules that a start waits for into a few files. Node takes three times as long to find
// and load them one by one, because web and worker have 1,500 of them each, most of them of packages. A program keeps its
// path: `node dist/src/server.js`. What a module loads later, like a client that few settings need, stays a file of its own.

/** Where the compiler has put all programs, this one among them. */
const compiledFolder = fileURLToPath(new URL("../", import.meta.url));

/** The programs of a start. All of them lie as deep as the files that they share, which {@link keepAddresses} counts on. */
const programs = ["src/server", "workers/index", "scripts/start", "scripts/quickstart", "scripts/mongodb"];
const SHARED_FOLDER = "shared";

/** Packages that look for files beside their own. */
const separatePackages = ["lmdb", "msgpackr-extract", "pino-pretty"];

/** What a package that is not an ES module expects to find, and an ES module does not have. */
const COMMONJS_NAMES = `import { createRequire as createBundledRequire } from "node:module";
const require = createBundledRequire(import.meta.url);`;

/** By this condition of its exports a package of this project is joined from its sources, as the compiler finds it. */
const conditions = ["source"];

/** Lets each module find the same as before it was joined with others. */
const keepOwn: Plugin = {
  name: "keep-own",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.(?:[cm]?js|ts)$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const place = relative(compiledFolder, path);
      const isOurs = !place.startsWith("..");
      const loader = path.endsWith(".ts") ? "ts" : "js";
      return { contents: keepClassNames(isOurs ? keepAddresses(text, place) : text), loader };
    });
  },
};

/**
 * Gives a module of the service the address that it had before, by which it finds the files and programs beside it.
 * @param place its path in dist
 * @throws Error where it asks for its address in another way
 */
function keepAddresses(text: string, place: string): string {
  const others = /\bimport\.meta\.(?!url\b|resolve\b)\w+/.exec(text);
  if (others) throw new Error(`expected import.meta.url in ${place}, found ${others[0]}`);
  const address = JSON.stringify(`../${place.replaceAll(sep, "/")}`);
  return text.replaceAll("import.meta.url", `new URL(${address}, import.meta.url).href`);
}

/**
 * Lets classes that extend others, as errors do, keep their names, which logs tell. The bundler renames a class where another module
 * has something of the same name. Its own option for this would slow down every function that is made while the service runs.
 */
function keepClassNames(text: string): string {
  const classes = text.matchAll(/^(?:export )?(?:default )?class ([A-Za-z_$][\w$]*) extends /gm);
  const names = [...classes].map(
    ([, name = ""]) => `Object.defineProperty(${name}, "name", { value: "${name}", configurable: true });`,
  );
  return names.length === 0 ? text : `${text}\n${names.join("\n")}\n`;
}

const { metafile } = await build({
  entryPoints: programs.map((program) => join(compiledFolder, `${program}.js`)),
  outdir: compiledFolder,
  outbase: compiledFolder,
  chunkNames: `${SHARED_FOLDER}/[name]-[hash]`,
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "linked",
  sourcesContent: false,
  banner: { js: COMMONJS_NAMES },
  conditions,
  external: separatePackages,
  plugins: [keepOwn],
  metafile: true,
  logLevel: "warning",
});

// The shared files are named after their contents, so those of the build before would stay.
const written = new Set(Object.keys(metafile.outputs).map((file) => join(process.cwd(), file)));
for (const name of readdirSync(join(compiledFolder, SHARED_FOLDER))) {
  const file = join(compiledFolder, SHARED_FOLDER, name);
  if (!written.has(file)) rmSync(file);
}
