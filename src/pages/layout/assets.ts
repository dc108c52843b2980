import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { benchmarkTypes, headlineOf } from "../../benchmarks/index.ts";
import { figureDecimals } from "../../charts/format-figure.ts";
import { problemTypes, type ProblemName } from "../../http/problems/problem-types.ts";
import { productKinds } from "../../kinds/kinds.ts";
import { singularOf } from "../../kinds/words.ts";
import { wordsForPeople } from "../errors/words.ts";

/**
 * A static file of the pages. The address of a file contains a digest of its text, so browsers may cache the file for
 * ever.
 */
interface Asset {
  text: string;
  /** The media type of the file. */
  type: string;
  digest: string;
  /** The path at which browsers request the file: `/assets/<name>.<digest>.<extension>`. */
  href: string;
}

/** The files that pages load: one style sheet, one icon, and the scripts. */
export type Assets = ReturnType<typeof createAssets>;

const DIGEST_LENGTH = 16;

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

const require = createRequire(import.meta.url);
const folder = (name: string) => new URL(`../${name}/`, import.meta.url);

/**
 * Files of npm packages, by the names under which pages load them. A script imports a package by its name:
 * `import uPlot from "uplot"`.
 */
const ofPackages: Readonly<Record<string, () => string>> = {
  "uplot.css": () => readFileSync(require.resolve("uplot/dist/uPlot.min.css"), "utf8"),
  // The package uPlot ships its minified build only as a global script; the appended line turns this script into a
  // module.
  "uplot.js": () =>
    `${readFileSync(require.resolve("uplot/dist/uPlot.iife.min.js"), "utf8")}\nexport default uPlot;\n`,
};

/**
 * Values of the service for browser scripts, by the names of constants that the scripts declare. The value replaces the
 * name in the served script.
 */
const ofService: Readonly<Record<string, unknown>> = {
  FIGURE_DECIMALS: figureDecimals,
  KIND_NAMES: Object.fromEntries(productKinds.map((kind) => [kind.name, singularOf(kind)])),
  PROBLEM_WORDS: Object.fromEntries(
    (Object.keys(problemTypes) as ProblemName[]).map((name) => [
      problemTypes[name].slug,
      wordsForPeople[name],
    ]),
  ),
  RESULT_NAMES: Object.fromEntries(
    benchmarkTypes.map(({ id, name }) => [id, headlineOf({ benchmark_id: id, name, title: "{title}" })]),
  ),
};

/** The partials (source files) of the style sheet that come first, because all other partials rely on their rules. */
const FIRST_PARTIALS = ["tokens.css", "base.css", "layout.css"];

/** Creates the static files of the pages. Each file is read from the disk once, at its first request. */
export function createAssets() {
  const made = new Map<string, Asset | undefined>();

  /** Returns a static file of the pages by its name; undefined if there is no such file. */
  function find(name: string): Asset | undefined {
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name);
  }

  /**
   * Returns the address of a file by its name: `style.css`, `icon.svg`, or `<name>.js` of
   * `src/pages/browser/<name>.ts`.
   * @throws Error if there is no such file
   */
  function hrefOf(name: string): string {
    const asset = find(name);
    if (!asset)
      throw new Error(
        `Expected the file ${name} in src/pages/browser or style, found none. npm run build makes them.`,
      );
    return asset.href;
  }

  function make(name: string): Asset | undefined {
    const text = read(name);
    if (text === undefined) return undefined;
    const whole = name.endsWith(".js") ? complete(text) : text;
    const digest = createHash("sha256").update(whole).digest("base64url").slice(0, DIGEST_LENGTH);
    const extension = extname(name);
    const href = `/assets/${name.slice(0, -extension.length)}.${digest}${extension}`;
    return { text: whole, type: types[extension] ?? "text/plain", digest, href };
  }

  const complete = (text: string) =>
    Object.entries(ofService).reduce(
      (script, [name, value]) => script.replaceAll(name, () => JSON.stringify(value)),
      text.replaceAll(IMPORTED, replaceImport),
    );

  const replaceImport = (
    _whole: string,
    before: string,
    file: string | undefined,
    name: string | undefined,
  ) => `${before}"${hrefOf(file ?? `${name}.js`)}"`;

  return { hrefOf, find };
}

/** Matches an import in compiled scripts: of another script of the folder, or of a package in `ofPackages`. */
const IMPORTED = /(\bfrom ?|\bimport ?|\bimport\()"(?:\.\/([a-z0-9-]+\.js)|([a-z]+))"/g;

function read(name: string): string | undefined {
  if (ofPackages[name]) return ofPackages[name]();
  if (name === "style.css") return readStyle();
  if (name === "icon.svg") return readFileSync(new URL(name, folder("style")), "utf8");
  const isThere = readdirSync(folder("browser")).includes(name) && name.endsWith(".js");
  return isThere ? withoutMap(readFileSync(new URL(name, folder("browser")), "utf8")) : undefined;
}

/** Returns the style sheet, joined from its source files in `src/pages/style/`. */
function readStyle(): string {
  const names = readdirSync(folder("style")).filter((name) => name.endsWith(".css"));
  const others = names.filter((name) => !FIRST_PARTIALS.includes(name)).toSorted();
  const texts = [...FIRST_PARTIALS, ...others].map((name) =>
    readFileSync(new URL(name, folder("style")), "utf8"),
  );
  return texts.join("\n").replaceAll(/\/\*[^]*?\*\/\s*/g, "");
}

/** Cuts off a script's link to its source map, because the service does not serve source maps. */
function withoutMap(text: string): string {
  const [script = ""] = text.split("//# sourceMappingURL=", 1);
  return script;
}
