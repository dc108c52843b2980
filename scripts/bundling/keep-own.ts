import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { Plugin } from "esbuild";

/** What a package that is not an ES module expects to find, and an ES module does not have. */
export const COMMONJS_NAMES = `import { createRequire as createBundledRequire } from "node:module";
const require = createBundledRequire(import.meta.url);`;

/** By this condition of its exports a package of this project is joined from its sources, as the compiler finds it. */
export const conditions: string[] = ["source"];

/** Packages that look for files beside their own, so that nothing can be joined with them. */
export const separatePackages: readonly string[] = ["lmdb", "msgpackr-extract", "pino-pretty"];

/**
 * Returns a plugin that lets each module of the project find the same as before it was joined with others: the files and programs beside
 * it, and the names of its classes.
 * @param folder the folder of the modules. The joined files lie in a folder just below the one that holds the compiled modules.
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
 * Gives a module the address that it has where it is compiled alone, by which it finds the files and programs beside it.
 * @param place its path below the folder of the modules
 * @throws Error where it asks for its address in another way
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
