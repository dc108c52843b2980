import { flag, option } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

/** The error codes of failed runs whose failure may be the fault of the service and not of the file. */
const ourFaults = ["reader_crashed", "reader_timeout", "internal_error"];

/** The command that queues failed runs again, so that workers read their files once more. */
export const retryFailed = adminCommand({
  name: "retry-failed",
  about: `Queues runs again that failed by a fault of the service, for instance after a reader was corrected.
Accounts are not charged: the unit of a failed run was refunded, and stays refunded if the run completes now.`,
  options: {
    code: option("<code>", `only runs that failed with this code; default: ${ourFaults.join(", ")}`, {
      multiple: true,
    }),
    run: option("<run_id>", "only this run, whatever its code"),
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
        `--run: expected a failed run with a stored file, found ${runId}: the service stores the files of failed runs for some days only`,
      );
    if (count === 0)
      console.log(`No failed run has the code ${codes.join(", ")}. docs/result-files.md lists the codes.`);
    const [noun, verb] = count === 1 ? ["run", "is"] : ["runs", "are"];
    console.log(`${count} ${noun} ${isDryRun ? "would be" : verb} queued again`);
  },
});
