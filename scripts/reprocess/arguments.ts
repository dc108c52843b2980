import { parseArgs } from "node:util";
import { benchmarkTypes, type ReprocessSelection } from "../../src/benchmarks/index.ts";
import { READER_VERSION } from "../../src/readers/index.ts";

/** The parsed arguments. */
export interface ReprocessArguments {
  selection: ReprocessSelection;
  isDryRun: boolean;
}

/** The usage of the script. */
export const usage = `Usage: reprocess [--dry-run] [--type <benchmark id>] [--below-version <n>] [--run <run_id>]
  Reads stored files again. Without --below-version: files that were read by readers older than the current version ${READER_VERSION}.
  --run reads the file of this run, whichever version has read it before. --dry-run only shows what would change.
Example: npm run reprocess -- --type 16 --dry-run`;

/** Parses the arguments. @throws Error with a message for the person who runs the script */
export function readReprocessArguments(args: string[]): ReprocessArguments {
  const { values } = parseArgs({
    args,
    options: {
      "dry-run": { type: "boolean", default: false },
      type: { type: "string" },
      "below-version": { type: "string" },
      run: { type: "string" },
    },
  });
  const { type, run, "below-version": below } = values;
  const wanted = below === undefined ? null : wholeNumber("--below-version", below);
  // Figures from readers newer than these are never overwritten.
  const ours = run === undefined ? READER_VERSION : READER_VERSION + 1;
  return {
    isDryRun: values["dry-run"],
    selection: {
      belowVersion: Math.min(wanted ?? ours, READER_VERSION + 1),
      ...(type !== undefined && { benchmarkId: fileBenchmark(type) }),
      ...(run !== undefined && { runId: run }),
    },
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name}: expected a whole number, found ${text}`);
  return Number(text);
}

function fileBenchmark(text: string): number {
  const types = benchmarkTypes.filter(({ kind }) => kind === "file");
  const found = types.find(({ id }) => String(id) === text);
  if (found) return found.id;
  const known = types.map(({ id, name }) => `${id} (${name})`).join(", ");
  throw new Error(`--type: expected a benchmark that takes files, one of ${known}; found ${text}`);
}
