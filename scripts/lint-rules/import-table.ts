/**
 * What files may import of packages:
 * - all: anything
 * - connections: all but the packages of this project
 * - library: the same, without what only tests of a package need
 * - http: the same, but of what opens connections to stores the types alone
 * - stores: the same, without Koa
 * - pure: neither Koa nor anything that knows a store
 * - browser: the same, without what only Node.js has
 */
export type Packages = "all" | "connections" | "library" | "http" | "stores" | "pure" | "browser";

/**
 * A row of the table: a room, the rooms of which its files may import values, those of which they may import types alone, and what they
 * may import of packages. What stands neither in the second nor in the third column they may not import at all.
 */
type ImportRow = readonly [room: string, values: string, types: string, packages: Packages];

/** The rooms of the domain. What others import of them stands in their index.ts. */
export const features: readonly string[] = [
  "accounts",
  "benchmarks",
  "builds",
  "compare",
  "frames",
  "products",
  "standings",
];

/**
 * Who may import whom. A room of src/ is called by its name, any other by its path; `src` are the files beside the rooms of src/,
 * `features` all of them, `rooms` all of src/; `*` is anything, but what stands behind it with a `-`. `npm run lint-rules` makes the
 * linter's rules of the table.
 *
 * Two rules hold for all rows: of a feature and of the pages others import index.ts alone (src/compose/ also routes.ts), and in a feature
 * only routes.ts imports values of http, and model/ imports neither infra nor records/ nor any store.
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
  ["readers", "", "", "pure"],
  ["queues", "src infra", "", "stores"],
  ["idempotency", "src infra", "", "stores"],
  ["metrics", "src infra settings", "queues", "pure"],
  ["http", "src infra kinds settings validation", "accounts metrics pages", "http"],
  ["openapi", "src http kinds", "", "http"],
  ["dashboard", "src infra http", "", "http"],
  ["accounts", "src answers infra validation", "features http", "stores"],
  ["benchmarks", "src answers charts idempotency infra queues readers validation", "features http", "stores"],
  ["frames", "src answers charts infra readers validation", "features http", "stores"],
  ["compare", "src answers benchmarks charts frames infra readers validation", "features http", "stores"],
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
