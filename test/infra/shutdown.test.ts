import test from "ava";
import { runProgram } from "../helpers/processes.ts";

for (const [args, exitCode, printed] of [
  [["fail"], 1, "failed\n"],
  [[], 0, "asked to stop\n"],
] as const)
  test(`the steps of a stop of a process learn whether an uncaught error is the cause: ${printed.trim()}, exit code ${exitCode}`, async (t) => {
    const program = runProgram(t, "test/infra/programs/stop-in-order.ts", { args: [...args] });
    t.is(await program.ended, exitCode, program.output.stderr);
    t.is(program.output.stdout, printed);
  });
