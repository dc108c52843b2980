import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { build, type Plugin } from "esbuild";
import { projectFile } from "../../embedded/index.ts";
import { COMMONJS_NAMES, conditions, keepOwn, separatePackages } from "../../scripts/bundling/keep-own.ts";
import { COMPILED, findTestFiles, TEST_BUNDLE } from "./test-files.ts";

// The last step of npm run build:test: bundles the tests, the service and its packages into few files, because Node
// takes longer to find and load 1,000 separate modules. A test process loads only the bundled files that its tests
// need, 115 files for tests of the service.

const root = process.cwd();
const runnerFolder = projectFile("test/runner");
const { dependencies = {} } = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies?: Record<string, string>;
};

const packageOf = (specifier: string) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

/**
 * Returns whether a package is bundled. The bundled packages are those of the service and of this repository, and the
 * BSON library of the emulator. Packages that only tests need are not bundled, because some load files beside their
 * own.
 */
const isJoined = (name: string) =>
  Object.hasOwn(dependencies, name) || name.startsWith("@pc-benchmarks/") || name === "bson";

/** Bundles the packages of the service, and the packages that the bundled packages load. */
const choosePackages: Plugin = {
  name: "choose-packages",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      const name = packageOf(path);
      if (kind === "entry-point" || builtinModules.includes(path) || path.startsWith("node:"))
        return undefined;
      const isWanted = importer.includes("node_modules") || isJoined(name);
      return isWanted && !separatePackages.includes(name) ? undefined : { path, external: true };
    });
  },
};

/** Replaces ava by `collected-tests.ts` for test files and their helpers. */
const collectTests: Plugin = {
  name: "collect-tests",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^ava$/ }, ({ importer }) =>
      importer.startsWith(runnerFolder)
        ? { path: "ava", external: true }
        : { path: join(runnerFolder, "collected-tests.ts") },
    );
  },
};

const loaders = findTestFiles().map(
  (file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(`./${file}`)}),`,
);

/** The entry module of a test process, whose function `run` loads and runs the named test files. */
const entry = `
import { runTestFiles } from ${JSON.stringify(join(runnerFolder, "run-test-files.ts"))};
const files = {
${loaders.join("\n")}
};
export const run = (names) => runTestFiles(names.map((name) => [name, files[name]]));
`;

await build({
  stdin: { contents: entry, resolveDir: root, sourcefile: "tests.ts", loader: "ts" },
  outdir: join(COMPILED, dirname(TEST_BUNDLE)),
  entryNames: basename(TEST_BUNDLE, ".js"),
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  conditions,
  // The bundle does not link to its source map, because each process would then read the whole map. The runner reads
  // the map only for a failed test.
  sourcemap: "external",
  sourcesContent: false,
  banner: { js: COMMONJS_NAMES },
  plugins: [collectTests, choosePackages, keepOwn(root)],
  logLevel: "warning",
});
