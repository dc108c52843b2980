import { parseArgs } from "node:util";

/** The parsed arguments: how large an installation is. */
export interface SimulationSize {
  accounts: number;
  runs: number;
  shards: number;
  seed: number;
  /** Which store has the bytes of the result files. */
  files: "gridfs" | "s3";
}

const DEFAULTS = { accounts: "1e6", runs: "1e8", shards: "4", seed: "1", files: "gridfs" };

/** The usage of the script. */
export const usage = `Usage: simulate [--accounts <n>] [--runs <n>] [--shards <n>] [--seed <n>] [--files gridfs|s3] [--json]
  Prints how many documents and bytes of each collection an installation of this size has, how large its indexes are, and how evenly a
  sharded cluster spreads them: by default ${DEFAULTS.accounts} accounts, ${DEFAULTS.runs} runs, ${DEFAULTS.shards} shards. Numbers may be written as 1e6.
  It starts a service of its own on stores of its own, has it make one document of each kind and measures these; nothing is stored
  anywhere else. The same --seed draws the same installation. --json prints all figures as one JSON object.
Example: npm run simulate -- --accounts 1e6 --runs 1e8 --shards 8`;

/** Parses the arguments. @throws Error with a message for the person who runs the script */
export function readArguments(args: string[]): SimulationSize & { json: boolean } {
  const text = (name: keyof typeof DEFAULTS) => ({ type: "string", default: DEFAULTS[name] }) as const;
  const { values } = parseArgs({
    args,
    options: {
      accounts: text("accounts"),
      runs: text("runs"),
      shards: text("shards"),
      seed: text("seed"),
      files: text("files"),
      json: { type: "boolean", default: false },
    },
  });
  if (values.files !== "gridfs" && values.files !== "s3")
    throw new Error(`--files: expected gridfs or s3, found ${values.files}`);
  return {
    accounts: wholeNumber("--accounts", values.accounts, { min: 1, max: 1e7 }),
    runs: wholeNumber("--runs", values.runs, { min: 1, max: 1e12 }),
    shards: wholeNumber("--shards", values.shards, { min: 1, max: 1000 }),
    seed: wholeNumber("--seed", values.seed, { min: 0, max: 2 ** 32 - 1 }),
    files: values.files,
    json: values.json,
  };
}

function wholeNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d+(?:\.\d+)?(?:e\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`${name}: expected a whole number from ${min} to ${max}, found ${text}`);
}
