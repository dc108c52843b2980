import { parseArgs } from "node:util";
import { readResults, type BenchResults } from "./results.ts";
import type { BenchRow, BenchSetup } from "./row.ts";

/** The parsed arguments: what is measured, how often, and what the results are compared with. */
export interface BenchArguments {
  rows: readonly BenchRow[];
  pairs: number;
  size: BenchSetup["size"];
  /** The folder for the file of results. */
  results: string;
  /** Results of an earlier measurement, and the file that they stand in. */
  earlier: { path: string; results: BenchResults } | null;
}

const DEFAULT_PAIRS = 5;
const MAX_PAIRS = 100;
const RESULTS = "bench/results";

/** Returns the usage of the script, with the names of all rows. */
export function usageOf(rows: readonly BenchRow[]): string {
  const names = rows.map(({ name, path, yardstick }) => `    ${name}: ${path}, beside ${yardstick}`);
  return `Usage: bench [--only <row>,…] [--pairs <n>] [--small] [--compare <file>] [--results <folder>]
  Measures the service beside yardsticks that show what the parts below it allow, in turn on the same machine, and writes what it found
  into a file in ${RESULTS}. It starts stores of its own, or uses those that MONGODB_URL, REDIS_URL and MEILI_URL name, in a
  database and under prefixes of its own. It needs a machine that does nothing else.
  --only <row>,…      measures these rows alone
  --pairs <n>         so many pairs of measurements a row: ${DEFAULT_PAIRS}, if it is not given
  --small             only shows that each row works, with little data; its figures mean nothing
  --compare <file>    says which figures became slower than in these results; then the exit code is 1, and so it is where nothing
                      could be compared
  --results <folder>  where the file of results goes
  The rows:
${names.join("\n")}
Example: npm run bench -- --only search --compare bench/results/2026-11-24T05-25-07Z.json`;
}

/** Parses the arguments. @throws Error with a message for the person who runs the script */
export function readArguments(all: readonly BenchRow[], args: string[]): BenchArguments {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string" },
      pairs: { type: "string", default: String(DEFAULT_PAIRS) },
      small: { type: "boolean", default: false },
      compare: { type: "string" },
      results: { type: "string", default: RESULTS },
    },
  });
  const { compare } = values;
  const size = values.small ? "small" : "full";
  return {
    rows: values.only === undefined ? all : rowsNamed(all, values.only),
    pairs: pairsOf(values.pairs),
    size,
    results: values.results,
    earlier: compare === undefined ? null : earlierResults(compare, size),
  };
}

function earlierResults(path: string, size: BenchSetup["size"]): NonNullable<BenchArguments["earlier"]> {
  const results = readResults(path);
  if (results.size === size) return { path, results };
  throw new Error(
    `--compare: expected results of the size that is measured, ${size}, found ${results.size} in ${path}`,
  );
}

function rowsNamed(all: readonly BenchRow[], only: string): BenchRow[] {
  const names = only.split(",").map((name) => name.trim());
  const known = all.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`--only: expected rows of ${known.join(", ")}, found ${unknown.join(", ")}`);
  return all.filter(({ name }) => names.includes(name));
}

function pairsOf(text: string): number {
  const pairs = Number(text);
  if (/^\d+$/.test(text) && pairs >= 1 && pairs <= MAX_PAIRS) return pairs;
  throw new Error(`--pairs: expected a whole number from 1 to ${MAX_PAIRS}, found ${text}`);
}
