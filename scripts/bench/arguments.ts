import { flag, option, readProgram, wholeNumber } from "../script-arguments.ts";
import { readResults } from "./results.ts";
import type { BenchRow, BenchSetup } from "./row.ts";

/**
 * The parsed arguments: the rows (operations of the service) to measure, how many pairs of measurements (one
 * of the service, one of its yardstick) to make of each row, and the earlier results to compare with.
 */
export type BenchArguments = NonNullable<ReturnType<typeof readArguments>>;

const DEFAULT_PAIRS = "5";
const MAX_PAIRS = 100;
const RESULTS = "bench/results";

const sizeOf = (isSmall: boolean | undefined): BenchSetup["size"] => (isSmall ? "small" : "full");

/**
 * Reads the arguments of `npm run bench`. Returns null if the program has nothing to measure, for instance after
 * `--help`: see `scriptArguments`.
 */
export function readArguments(all: readonly BenchRow[]) {
  const described = all.map(({ name, path, yardstick }) => `${name}: ${path}, beside ${yardstick}`);
  const values = readProgram({
    call: "npm run bench --",
    about: `Measures the service and, in alternation on the same machine, yardsticks: the fastest that the underlying parts allow.
The results are written into a file. The bench starts its own stores, or uses those of MONGODB_URL, REDIS_URL and MEILI_URL, in a
database and with prefixes of its own. Run the bench on a machine that does nothing else.`,
    options: {
      only: option("<row>,…", `measures only these rows, out of\n${described.join("\n")}`, {
        read: (names: string) => rowsNamed(all, names),
      }),
      pairs: option("<n>", `the number of pairs of measurements of each row; default: ${DEFAULT_PAIRS}`, {
        default: DEFAULT_PAIRS,
        read: wholeNumber(1, MAX_PAIRS),
      }),
      small: flag("only shows that each row works, with little data; the figures mean nothing"),
      compare: option(
        "<file>",
        `lists the figures that are worse than in these results; the exit code is 1 if there are any, or if nothing could be\ncompared`,
        { read: (path: string) => ({ path, results: readResults(path) }) },
      ),
      results: option("<folder>", `the folder of the file of results; default: ${RESULTS}`, {
        default: RESULTS,
      }),
    },
    example: "--only search --compare bench/results/2026-11-24T05-25-07Z.json",
    faultsOf: ({ compare, small }) => {
      const [size, found] = [sizeOf(small), compare?.results.size ?? sizeOf(small)];
      const expected = `--compare: expected results of the same size as this measurement, ${size}`;
      return size === found ? [] : [`${expected}, found ${found} in ${compare?.path}`];
    },
  });
  if (values === null) return null;
  const { only, pairs, small, results, compare } = values;
  return {
    rows: only ?? all,
    pairs,
    size: sizeOf(small),
    /** The folder into which the file of results is written. */
    results,
    /** The earlier results of npm run bench to compare the new results with, and the path of their file. */
    earlier: compare,
  };
}

function rowsNamed(all: readonly BenchRow[], only: string): BenchRow[] {
  const names = only.split(",").map((name) => name.trim());
  const known = all.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`expected names of measurements out of ${known.join(", ")}, found ${unknown.join(", ")}`);
  return all.filter(({ name }) => names.includes(name));
}
