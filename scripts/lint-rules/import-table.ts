/**
 * The packages that files may import:
 * - all: all packages
 * - connections: all packages except the packages of this project
 * - library: the packages of `connections`, except packages that only the tests of a package need
 * - http: the packages of `connections`, but only the types of packages that open connections to stores
 * - stores: the packages of `http`, except Koa
 * - pure: the packages of `connections`, except Koa and the packages of stores
 * - browser: the packages of `pure`, except the modules of Node.js
 */
export type Packages = "all" | "connections" | "library" | "http" | "stores" | "pure" | "browser";

/**
 * A row of the table of allowed imports. A room is a folder with import rules of its own. `values` lists the rooms from
 * which the files of `room` may import values and types, `types` the rooms from which these files may import only
 * types, and `packages` the packages. All other imports are refused.
 */
type ImportRow = readonly [room: string, values: string, types: string, packages: Packages];

/**
 * The rooms (folders with import rules of their own) of the domain. Files of other rooms may import only the index.ts
 * of such a room.
 */
export const features: readonly string[] = [
  "accounts",
  "benchmarks",
  "billing",
  "builds",
  "compare",
  "frames",
  "products",
  "standings",
];

/**
 * The allowed imports. The table gives a folder of src/ by its name and any other folder by its path. `src` means the
 * files directly in src/, `features` all features, `rooms` all rooms of src/, and `*` everything except the folders
 * that follow with a `-`. `npm run lint-rules` generates the linter's rules from this table.
 *
 * Two rules apply to all rows. Other rooms import only index.ts of a feature and of the pages; src/compose/ also
 * imports routes.ts. Within a feature, only routes.ts imports values of http, and model/ imports neither infra nor
 * records/ nor packages of stores.
 */
export const importTable: readonly ImportRow[] = [
  ["src", "* -workers -scripts -test -embedded -packages", "", "http"],
  ["settings", "src infra", "", "stores"],
  ["infra", "src", "", "connections"],
  ["validation", "src", "", "stores"],
  ["import-files", "src", "", "stores"],
  ["kinds", "", "", "pure"],
  ["answers", "kinds", "", "pure"],
  ["charts", "", "", "pure"],
  ["readers", "validation", "", "pure"],
  ["queues", "src infra", "", "stores"],
  ["idempotency", "src infra", "", "stores"],
  ["metrics", "src infra settings", "queues", "pure"],
  ["http", "src infra kinds settings validation", "accounts metrics pages", "http"],
  ["openapi", "src http kinds", "", "http"],
  ["dashboard", "src infra http", "", "http"],
  ["accounts", "src answers infra validation", "features http", "stores"],
  ["billing", "src infra", "features http", "stores"],
  ["benchmarks", "src answers charts idempotency infra queues readers validation", "features http", "stores"],
  ["frames", "src answers charts infra readers validation", "features http", "stores"],
  [
    "compare",
    "src answers benchmarks charts frames infra kinds readers standings validation",
    "features http",
    "stores",
  ],
  ["builds", "src answers idempotency import-files infra kinds validation", "features http", "stores"],
  ["products", "src answers import-files infra kinds queues validation", "features http", "stores"],
  ["standings", "src answers charts infra kinds queues readers validation", "features http", "stores"],
  ["pages", "src answers charts features http kinds openapi validation", "", "pure"],
  ["pages/browser", "", "", "browser"],
  ["compose", "src rooms", "", "http"],
  ["workers", "src compose features infra queues", "metrics", "stores"],
  ["scripts", "src rooms embedded/index.ts embedded/local-provider", "", "all"],
  ["embedded/launchers", "src/config.ts infra", "", "connections"],
  ["embedded/local-provider", "", "", "connections"],
  ["packages/*/src", "", "", "library"],
  ["packages/*/test", "packages/*/src", "", "connections"],
  ["test", "* -embedded/launchers -packages", "", "all"],
  ["test/embedded", "* -packages", "", "all"],
];
