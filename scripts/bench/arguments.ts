import { flag, option, readProgram, wholeNumber } from "../script-arguments.ts";
import { readResults } from "./results.ts";
import type { BenchRow, BenchSetup } from "./row.ts";

/** The parsed arguments: what is measured, how often, and what the results are compared with. */
export type BenchArguments = NonNullable<ReturnType<typeof readArguments>>;

const DEFAULT_PAIRS = "5";
const MAX_PAIRS = 100;
const RESULTS = "bench/results";

const sizeOf = (isSmall: boolean | undefined): BenchSetup["size"] => (isSmall ? "small" : "full");

/** Reads the arguments of `npm run bench`. Returns null where nothing is to be measured: see `scriptArguments`. */
export function readArguments(all: readonly BenchRow[]) {
  const described = all.map(({ name, path, yardstick }) => `${name}: ${path}, beside ${yardstick}`);
  const values = readProgram({
    call: "npm run bench --",
    about: `Measures the service beside yardsticks that show what the parts below it allow, in turn on the same machine.
It writes what it found into a file. It starts stores of its own, or uses those that MONGODB_URL, REDIS_URL and MEILI_URL name, in a
database and under prefixes of its own. It needs a machine that does nothing else.`,
    options: {
      only: option("<row>,…", `measures these rows alone, out of\n${described.join("\n")}`, {
        read: (names: string) => rowsNamed(all, names),
      }),
      pairs: option("<n>", `so many pairs of measurements a row: ${DEFAULT_PAIRS}, if it is not given`, {
        default: DEFAULT_PAIRS,
        read: wholeNumber(1, MAX_PAIRS),
      }),
      small: flag("only shows that each row works, with little data; its figures mean nothing"),
      compare: option(
        "<file>",
        `says which figures became slower than in these results; then the exit code is 1, and so it is where nothing could be\ncompared`,
        { read: (path: string) => ({ path, results: readResults(path) }) },
      ),
      results: option("<folder>", `where the file of results goes: ${RESULTS}, if it is not given`, {
        default: RESULTS,
      }),
    },
    example: "--only search --compare bench/results/2026-11-24T05-25-07Z.json",
    faultsOf: ({ compare, small }) => {
      const [size, found] = [sizeOf(small), compare?.results.size ?? sizeOf(small)];
      const expected = `--compare: expected results of the size that is measured, ${size}`;
      return size === found ? [] : [`${expected}, found ${found} in ${compare?.path}`];
    },
  });
  if (values === null) return null;
  const { only, pairs, small, results, compare } = values;
  return {
    rows: only ?? all,
    pairs,
    size: sizeOf(small),
    /** The folder for the file of results. */
    results,
    /** Results of an earlier measurement, and the file that they stand in. */
    earlier: compare,
  };
}

function rowsNamed(all: readonly BenchRow[], only: string): BenchRow[] {
  const names = only.split(",").map((name) => name.trim());
  const known = all.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`expected rows of ${known.join(", ")}, found ${unknown.join(", ")}`);
  return all.filter(({ name }) => names.includes(name));
}
