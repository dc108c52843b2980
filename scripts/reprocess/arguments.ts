import { parseArgs } from "node:util";
import type { ReprocessSelection } from "../../src/benchmarks/records/run-searches.ts";
import { benchmarkTypes } from "../../src/benchmarks/model/benchmark-types.ts";
import { READER_VERSION } from "../../src/readers/index.ts";

/** What the script was asked to do. */
export interface ReprocessArguments {
  selection: ReprocessSelection;
  isDryRun: boolean;
}

/** How the script is called. */
export const usage = `Usage: reprocess [--dry-run] [--type <benchmark id>] [--below-version <n>] [--run <run_id>]
  Reads stored files again. Without --below-version: those that older readers than the present ones (${READER_VERSION}) have read.
  --run reads the file of this run, whichever version has read it. --dry-run only shows what would change.`;

/** Parses the arguments. @throws with a message for the person who called it */
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
  // What newer readers than ours have read is never overwritten by what ours say.
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
