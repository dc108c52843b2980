import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { Plugin } from "esbuild";

/** Defines `require`, which CommonJS packages expect and ES modules lack. */
export const COMMONJS_NAMES = `import { createRequire as createBundledRequire } from "node:module";
const require = createBundledRequire(import.meta.url);`;

/**
 * The condition in package.json `exports` with which the bundler, like the compiler, selects the sources of this
 * project's packages.
 */
export const conditions: string[] = ["source"];

/** Packages that load files by a path relative to their own, so that they cannot be bundled. */
export const separatePackages: readonly string[] = ["lmdb", "msgpackr-extract", "pino-pretty"];

/**
 * Returns a plugin for the bundler that leaves two things of each module as they were before bundling: the address by
 * which the module finds files and programs beside it, and the names of its classes.
 * @param folder the folder of the compiled modules; the bundled files lie one folder below
 */
export function keepOwn(folder: string): Plugin {
  return {
    name: "keep-own",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.(?:[cm]?js|tsx?)$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const place = relative(folder, path);
        const isOurs = !place.startsWith("..") && !place.includes("node_modules");
        return {
          contents: keepClassNames(isOurs ? keepAddresses(text, place) : text),
          loader: "default",
        };
      });
    },
  };
}

/**
 * Replaces `import.meta.url` by the address of the unbundled module, so that the module finds the files and programs
 * beside it.
 * @param place path of the module below the folder of the modules
 * @throws Error if the module uses a property of `import.meta` other than `url` and `resolve`
 */
function keepAddresses(text: string, place: string): string {
  const others = /\bimport\.meta\.(?!url\b|resolve\b)\w+/.exec(text);
  if (others) throw new Error(`expected import.meta.url in ${place}, found ${others[0]}`);
  const compiled = place.replaceAll(sep, "/").replace(/\.tsx?$/, ".js");
  return text.replaceAll(
    "import.meta.url",
    `new URL(${JSON.stringify(`../${compiled}`)}, import.meta.url).href`,
  );
}

/**
 * Keeps the names of classes that extend others, such as errors, because logs contain the names. The bundler renames a
 * class if another module declares the same name. The bundler's own option for keeping names would slow down every
 * function that is created at run time.
 */
function keepClassNames(text: string): string {
  const classes = text.matchAll(/^(?:export )?(?:default )?class ([A-Za-z_$][\w$]*) extends /gm);
  const names = [...classes].map(
    ([, name = ""]) => `Object.defineProperty(${name}, "name", { value: "${name}", configurable: true });`,
  );
  return names.length === 0 ? text : `${text}\n${names.join("\n")}\n`;
}
