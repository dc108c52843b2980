import { features, importTable, type Packages } from "./import-table.ts";

/** The file with the generated import rules of the linter. .oxlintrc.json extends this file. */
export const IMPORT_RULES_FILE = ".oxlintrc.imports.json";

/** The number of levels of folders below a room (a folder with import rules of its own) for which rules are written. */
export const DEEPEST = 3;

/**
 * Returns the content of IMPORT_RULES_FILE: the rules for `importTable`, one line for each room (a folder with import
 * rules of its own) and each level of folders in it.
 */
export function writeImportRules(): string {
  const lines = overrides().map((override) => `    ${JSON.stringify(override)}`);
  return `{\n  "overrides": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

/**
 * The files on one level of folders in a room (a folder with import rules of its own). The relative paths of these
 * files to other rooms begin with the same number of `../`.
 */
interface Place {
  /** The room: a folder with import rules of its own. */
  room: string;
  /** The folder whose files the import rules are for; `*` stands for any name. */
  folder: string;
}

/** A pattern of the linter's rule `no-restricted-imports`. */
interface Pattern {
  group?: string[];
  regex?: string;
  importNames?: string[];
  allowTypeImports?: true;
  message: string;
}

function overrides() {
  const outer = importTable.flatMap((row) => placesOf(pathOf(row[0])).map((place) => overrideOf(place, row)));
  return [...outer, ...importTable.filter(([name]) => features.includes(name)).flatMap(overridesInFeature)];
}

type Row = (typeof importTable)[number];

function overrideOf(place: Place, [, values, types, packages]: Row, files = "*", further: Pattern[] = []) {
  const patterns = [...roomPatterns(place, values, types), ...packagePatterns[packages], ...further];
  const rule = ["error", { patterns }];
  return { files: [`${place.folder}/${files}`], rules: { "no-restricted-imports": rule } };
}

/**
 * Returns the rules for the routes of a feature, which may import values (not only types) from `http`, and for the
 * model of the feature, which may not import stores.
 */
function overridesInFeature([name, values, types]: Row) {
  const room = pathOf(name);
  const at = (folder: string): Place => ({ room, folder });
  const routes = [room, `${room}/*`].map((folder) =>
    overrideOf(at(folder), [name, `${values} http`, types, "stores"], "routes.ts"),
  );
  const withoutStores = values.replace(/\binfra\b/, "");
  const message = "model/ contains the types and pure rules of a feature, and may not import a store.";
  const model = overrideOf(at(`${room}/model`), [name, withoutStores, types, "pure"], "*", [
    { group: ["../records/**"], message },
  ]);
  return [...routes, model];
}

/**
 * Returns the levels of a room (a folder with import rules of its own) that get rules: the room itself and DEEPEST
 * levels of folders below it. For `src`, only the files directly in src/.
 */
function placesOf(room: string): Place[] {
  const depths = Array.from({ length: room === "src" ? 1 : DEEPEST + 1 }, (_, depth) => depth);
  return depths.map((depth) => ({ room, folder: `${room}${"/*".repeat(depth)}` }));
}

const OUTSIDE = /^(?:src|workers|scripts|test|embedded|packages)(?:\/|$)/;

const pathOf = (name: string): string => (OUTSIDE.test(name) ? name : `src/${name}`);

const wordsOf = (text: string): string[] => text.split(" ").filter(Boolean);

const roomsOfSrc = importTable
  .map(([name]) => name)
  .filter((name) => /^[a-z-]+$/.test(name) && !OUTSIDE.test(name));

/**
 * Returns the names of the rooms (folders with import rules of their own) in a column of the import table. `features`
 * and `rooms` are replaced by the names that they stand for.
 */
function namesIn(column: string): string[] {
  return wordsOf(column).flatMap((word) =>
    word === "features" ? features : word === "rooms" ? roomsOfSrc : [word],
  );
}

const ASK_TABLE = "scripts/lint-rules/import-table.ts says who may import whom";

function roomPatterns(place: Place, values: string, types: string): Pattern[] {
  const away = stepsOut(place);
  const message = `${place.room} may not import this: ${ASK_TABLE}.`;
  if (values.startsWith("*")) {
    const refused = wordsOf(values)
      .slice(1)
      .map((word) => pathTo(place, word.slice(1)));
    return [{ group: refused.map((path) => `${path}/**`), message }];
  }
  const doorsIn = (column: string) => namesIn(column).flatMap((name) => doorsOf(place, name));
  const open = doorsIn(values);
  const openForTypes = doorsIn(types).filter((path) => !open.includes(path));
  const refused = {
    group: [`${away}**`, ...[...open, ...openForTypes].map((path) => `!${path}`)],
    message,
  };
  if (openForTypes.length === 0) return [refused];
  const typesAlone = `${place.room} may import only types of this: src/compose/services.ts passes the values, and ${ASK_TABLE}.`;
  // The pattern for the imports of types is a regular expression, and comes first. A second pattern with `group` would
  // have no effect: the linter's rule `no-restricted-imports` refuses no path that one group allows by `!`.
  return [{ regex: regexOf(openForTypes), allowTypeImports: true, message: typesAlone }, refused];
}

/** Returns a regular expression that matches the same paths as the given patterns of the linter. */
function regexOf(patterns: readonly string[]): string {
  const escaped = patterns.map((pattern) => pattern.replaceAll(".", "\\.").replaceAll("**", ".+"));
  return `^(?:${escaped.join("|")})$`;
}

/**
 * Returns the relative path from the source files of a folder to the parent folder of their room (the folder whose
 * import rules apply to them): `../` for files directly in the room.
 */
function stepsOut({ room, folder }: Place): string {
  return "../".repeat(folder.split("/").length - room.split("/").length + 1);
}

/**
 * Returns the files of a room (a folder with import rules of its own) that the files of another room may import, as
 * relative paths or patterns.
 */
function doorsOf(place: Place, name: string): string[] {
  const path = pathTo(place, name);
  if (pathOf(name) === place.room) return [];
  if (name === "src") return [`${path}/*.ts`];
  if (name.endsWith(".ts")) return [path];
  if (name === "pages") return [`${path}/index.ts`];
  if (!features.includes(name)) return [`${path}/**`];
  return place.room === "src/compose" ? [`${path}/index.ts`, `${path}/routes.ts`] : [`${path}/index.ts`];
}

/**
 * Returns the relative path from a source file's folder to another file or to a room (a folder with import rules of its
 * own).
 */
function pathTo({ folder }: Place, name: string): string {
  const from = folder.split("/");
  const to = pathOf(name).split("/");
  const shared = to.findIndex((part, index) => part !== from[index]);
  const common = shared === -1 ? to.length : shared;
  return [...from.slice(common).map(() => ".."), ...to.slice(common)].join("/");
}

const OPENS_CONNECTIONS = ["ioredis", "meilisearch", "@aws-sdk/**", "@opentelemetry/**", "bullmq-otel"];

const noOwnPackages: Pattern = {
  group: ["@pc-benchmarks/**"],
  message: "Only scripts and tests import the packages of this project.",
};
const noToolsOfTests: Pattern = {
  group: ["ava", "fast-check", "mongodb"],
  message:
    "src of a package may import only its own files and its dependencies: users who install the package have no others.",
};
const noConnections: Pattern[] = [
  { group: OPENS_CONNECTIONS, allowTypeImports: true, message: "Only src/infra opens connections." },
  {
    group: ["mongodb"],
    importNames: ["MongoClient"],
    allowTypeImports: true,
    message: "Only src/infra opens connections.",
  },
];
const noKoa: Pattern = {
  group: ["koa", "@koa/**"],
  message: "Only src/http may import Koa. A route is declared without Koa, by src/http/route.ts.",
};
const noStores: Pattern = {
  group: [...OPENS_CONNECTIONS, "mongodb", "bullmq"],
  message: "Files of this folder may not import clients of stores.",
};
const noNode: Pattern = {
  group: ["node:*"],
  message: "Scripts of pages run in browsers, which have no modules of Node.",
};

const packagePatterns: Readonly<Record<Packages, Pattern[]>> = {
  all: [],
  connections: [noOwnPackages],
  library: [noOwnPackages, noToolsOfTests],
  http: [noOwnPackages, ...noConnections],
  stores: [noOwnPackages, ...noConnections, noKoa],
  pure: [noOwnPackages, noKoa, noStores],
  browser: [noOwnPackages, noKoa, noStores, noNode],
};
