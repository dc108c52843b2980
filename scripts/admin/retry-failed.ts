import { flag, option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

/** The codes of failures of which the file may be innocent. */
const ourFaults = ["reader_crashed", "reader_timeout", "internal_error"];

/** Queues failed runs again. */
export const retryFailed = adminCommand({
  name: "retry-failed",
  about: `Queues runs again that failed by a fault of ours, for instance after a reader was corrected.
It never charges: the unit of a failed run was given back, and stays so when the run completes now.`,
  options: {
    code: option("<code>", `runs that failed with this code; ${ourFaults.join(", ")} if none is given`, {
      multiple: true,
    }),
    run: option("<run_id>", "this run alone, whatever its code"),
    "dry-run": flag("only shows which runs would be queued"),
  },
  example: "--code reader_timeout --dry-run",
  run: async ({ code, run: runId, "dry-run": isDryRun }, { runs }) => {
    const codes = code.length > 0 ? code : ourFaults;
    let count = 0;
    const selection = { codes: runId === undefined ? codes : null, runId, isDryRun };
    for await (const run of runs.retryFailed(selection)) {
      console.log(`${run._id} ${run.error?.code ?? ""}`);
      count += 1;
    }
    if (count === 0 && runId !== undefined)
      throw new Error(
        `--run: ${runId} is no failed run, or its file is gone: the files of failed runs are kept for some days only`,
      );
    if (count === 0)
      console.log(`No failed run has the code ${codes.join(", ")}. docs/result-files.md lists the codes.`);
    const [noun, verb] = count === 1 ? ["run", "is"] : ["runs", "are"];
    console.log(`${count} ${noun} ${isDryRun ? "would be" : verb} queued again`);
  },
});
