import { readFileSync } from "node:fs";
import type { Services } from "../../src/compose/services.ts";
import { environmentScrubber } from "../../src/config.ts";
import { messageOf } from "../../src/infra/message-of.ts";
import { explain } from "../run-script.ts";
import { flag, option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";
import { steps, type RestoreOptions } from "./restore/steps.ts";

const NAME_WIDTH = 18;

/**
 * The command that rebuilds all data that is derived from MongoDB. A step that fails does not stop the other steps, but
 * then the exit code of the command is 1.
 */
export const restore = adminCommand({
  name: "restore",
  needsOwnContainer: true,
  about: `Rebuilds the contents of Redis and Meilisearch from MongoDB, whatever data these two stores have or have lost.
Also completes operations that were running when the copy of MongoDB was made. Web processes and workers may run or not.
After an interruption, run the command again. docs/operations/backup.md says more.`,
  options: {
    "dry-run": flag("changes nothing; shows which data are missing or wrong"),
    "deleted-accounts": option(
      "<file>",
      "deletes accounts again: a file with their ids, one a line, which the log lists as deleted after the copy was made",
      { read: idsIn },
    ),
    "torn-copy": flag(
      "the copy is not a snapshot of one moment: also rebuilds documents in MongoDB that are derived from others; takes long",
    ),
    "all-stopped": flag("required for --torn-copy: confirms that web processes and workers are stopped"),
  },
  example: "--dry-run",
  faultsOf: (values) => [
    ...(values["torn-copy"] && !values["all-stopped"]
      ? ["--torn-copy: stop all web processes and workers first, then add --all-stopped"]
      : []),
    ...(values["torn-copy"] && values["dry-run"]
      ? ["--torn-copy: rebuilding has no dry run: leave out --dry-run"]
      : []),
  ],
  run: (values, services) =>
    runSteps(services, {
      isDryRun: values["dry-run"],
      isTorn: values["torn-copy"],
      deletedAccounts: values["deleted-accounts"] ?? [],
    }),
});

async function runSteps(services: Services, options: RestoreOptions): Promise<boolean> {
  const [newest] = await services.runsRepository.listNewest(1, []);
  const moment = newest ? `has its newest result from ${newest.created_at.toISOString()}` : "has no result";
  console.log(`MongoDB ${moment}`);
  const begunAt = performance.now();
  let isDone = true;
  for (const { name, run } of steps)
    try {
      console.log(`${name.padEnd(NAME_WIDTH)}${await run(services, options)}`);
    } catch (error) {
      isDone = false;
      console.log(`${name.padEnd(NAME_WIDTH)}failed: ${environmentScrubber()(explainAll(error))}`);
    }
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1);
  if (!isDone)
    console.log("not everything is restored: see the failed steps above, and run the command again");
  else console.log(options.isDryRun ? "nothing was changed" : `restored in ${seconds} s`);
  return isDone;
}

function explainAll(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(explainAll).join("; ") : explain(error);
}

function idsIn(file: string): string[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  } catch (error) {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
