import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The folder of the compiled tests, as a path from the project's root. `npm run build:test` fills it. */
export const COMPILED = "dist-test";

/**
 * The entry file of the bundle, as a path in {@link COMPILED}. All bundled files are exactly one folder below {@link
 * COMPILED}, because the bundled modules contain paths that rely on this depth.
 */
export const TEST_BUNDLE = "bundle/tests.js";

/**
 * The suites of tests. npm run check runs `product`. Tests of `faults` kill processes and stores, and spend most of
 * their time waiting. Tests of `long` take minutes: they measure memory and processor time with very large or malicious
 * input, simulate large worlds, and run npm run bench and the script that loads a made-up population. Tests of `proxies` need nginx and Caddy. `coverage` reads the coverage of the
 * emulator's tests. `recipes` follows the step-by-step instructions of CONTRIBUTING.md in a copy of the project.
 * `containers` needs a Docker engine, and runs only where it is named.
 */
export type Suite = "product" | "faults" | "long" | "proxies" | "coverage" | "recipes" | "containers";

/** The test files of the suite `long`. */
const longFiles = new Set([
  "test/readers/attacks.test.ts",
  "test/scripts/bench/bench.test.ts",
  "test/scripts/load-population.test.ts",
  "test/standings/large-worlds.test.ts",
  "test/standings/open-data/constant-memory.test.ts",
  "test/workers/memory.test.ts",
]);

/** Returns the suite to which a test file belongs. */
export function suiteOf(file: string): Suite {
  if (file === "test/embedded/coverage.test.ts") return "coverage";
  if (longFiles.has(file)) return "long";
  if (file.startsWith("test/recipes/")) return "recipes";
  if (file.startsWith("test/proxies/")) return "proxies";
  if (file.startsWith("test/containers/")) return "containers";
  return file.startsWith("test/faults/") ? "faults" : "product";
}

/** Returns all test files, as paths from the project's root, in alphabetical order. */
export function findTestFiles(): string[] {
  return readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join("test", name))
    .toSorted();
}

/**
 * Returns the test files that arguments name: `test/config.test.ts`, `test/builds` for all files below, or a pattern
 * such as `test/http/*.test.ts` or `test/pages/**`.
 * @throws Error if an argument names no test file
 */
export function selectTestFiles(files: readonly string[], names: readonly string[]): string[] {
  const selected = names.flatMap((name) => {
    const matches = files.filter((file) => isNamed(file, name.replace(/^\.\//, "").replace(/\/$/, "")));
    if (matches.length === 0)
      throw new Error(`expected a test file, such as test/config.test.ts, or a folder, found ${name}`);
    return matches;
  });
  return [...new Set(selected)];
}

function isNamed(file: string, name: string): boolean {
  if (file === name || file.startsWith(`${name}/`)) return true;
  const parts = name.split(/(\*\*\/?|\*)/).map((part) => {
    if (part.startsWith("**")) return ".*";
    return part === "*" ? "[^/]*" : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return name.includes("*") && new RegExp(`^${parts.join("")}$`).test(file);
}
