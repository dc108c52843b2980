import { parseArgs } from "node:util";
import { runScript } from "./run-script.ts";

// Queues failed runs again, for instance after a reader was corrected. It never charges: the unit of a failed run was given
// back, and stays given back when the run completes now.

/** The codes of failures of which the file may be innocent. */
const ourFaults = ["reader_crashed", "reader_timeout", "internal_error"];

await runScript({
  name: "retry-failed",
  usage: `Usage: retry-failed [--code <code>]... [--run <run_id>] [--dry-run]
  without --code: runs that failed with ${ourFaults.join(", ")}
  --run: this run alone, whatever its code. --dry-run only shows which runs would be queued
Example: npm run retry-failed -- --code reader_timeout --dry-run`,
  readArguments: (args) => {
    const { values } = parseArgs({
      args,
      options: {
        code: { type: "string", multiple: true },
        run: { type: "string" },
        "dry-run": { type: "boolean", default: false },
      },
    });
    return { codes: values.code ?? ourFaults, runId: values.run, isDryRun: values["dry-run"] };
  },
  run: async ({ codes, runId, isDryRun }, { runs }) => {
    let count = 0;
    for await (const run of runs.retryFailed({
      codes: runId === undefined ? codes : null,
      runId,
      isDryRun,
    })) {
      console.log(`${run._id} ${run.error?.code ?? ""}`);
      count += 1;
    }
    if (count === 0 && runId !== undefined)
      throw new Error(
        `--run: ${runId} is no failed run, or its file is gone: the files of failed runs are kept for some days only`,
      );
    if (count === 0)
      console.log(`No failed run has the code ${codes.join(", ")}. docs/result-files.md lists the codes.`);
    console.log(
      count === 1
        ? `1 run ${isDryRun ? "would be" : "is"} queued again`
        : `${count} runs ${isDryRun ? "would be" : "are"} queued again`,
    );
    return true;
  },
});
