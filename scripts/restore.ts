import type { Services } from "../src/compose/services.ts";
import { environmentScrubber } from "../src/config.ts";
import { readRestoreArguments, usage, type RestoreArguments } from "./restore/arguments.ts";
import { steps } from "./restore/steps.ts";
import { explain, runScript } from "./run-script.ts";

// Brings everything back that is derived from MongoDB, after MongoDB was restored from a copy, or after Redis or Meilisearch was lost.
// A step that fails holds up no other one; exit code 1 then. See docs/operations/backup.md.

const NAME_WIDTH = 18;

async function restore(options: RestoreArguments, services: Services): Promise<boolean> {
  const [newest] = await services.records.runs.listNewest(1);
  const moment = newest ? `has its newest result from ${newest.created_at.toISOString()}` : "has no result";
  console.log(`MongoDB ${moment}`);
  const scrub = environmentScrubber();
  const begunAt = performance.now();
  let isDone = true;
  for (const { name, run } of steps)
    try {
      console.log(`${name.padEnd(NAME_WIDTH)}${await run(services, options)}`);
    } catch (error) {
      isDone = false;
      console.log(`${name.padEnd(NAME_WIDTH)}failed: ${scrub(explainAll(error))}`);
    }
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1);
  if (!isDone) console.log("not everything is restored: see above, and run this again");
  else console.log(options.isDryRun ? "nothing was changed" : `restored in ${seconds} s`);
  return isDone;
}

function explainAll(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(explainAll).join("; ") : explain(error);
}

await runScript({ name: "restore", usage, readArguments: readRestoreArguments, run: restore });
