import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

export const usage = `Usage: restore [--dry-run] [--deleted-accounts <file>] [--torn-copy --all-stopped]
  Brings Redis and Meilisearch back from MongoDB, whatever they hold or have lost, and finishes what was under way when the copy of
  MongoDB was made. Web processes and workers may run or not. May be cut off and begun again.
  --dry-run           changes nothing, and says what is missing or wrong
  --deleted-accounts  deletes these accounts once more: a file with their ids, one a line, as the log has them since the copy was made
  --torn-copy         the copy is not of one moment: also makes all that MongoDB keeps of other documents anew; takes long
  --all-stopped       needed for --torn-copy: web processes and workers are stopped
Example: npm run restore -- --dry-run`;

/** What a person has asked for. */
export interface RestoreArguments {
  isDryRun: boolean;
  isTorn: boolean;
  /** Ids of accounts that are deleted once more. */
  deletedAccounts: readonly string[];
}

/** @throws Error with a message for the person who runs the script */
export function readRestoreArguments(args: string[]): RestoreArguments {
  const { values } = parseArgs({
    args,
    options: {
      "dry-run": { type: "boolean", default: false },
      "torn-copy": { type: "boolean", default: false },
      "all-stopped": { type: "boolean", default: false },
      "deleted-accounts": { type: "string" },
    },
  });
  const file = values["deleted-accounts"];
  if (values["torn-copy"] && !values["all-stopped"])
    throw new Error("--torn-copy: stop all web processes and workers first, then add --all-stopped");
  if (values["torn-copy"] && values["dry-run"])
    throw new Error("--torn-copy: what it makes anew cannot be tried out: leave out --dry-run");
  return {
    isDryRun: values["dry-run"],
    isTorn: values["torn-copy"],
    deletedAccounts: file === undefined ? [] : idsIn(file),
  };
}

function idsIn(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`--deleted-accounts: ${file} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
