import process from "node:process";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { END_OF_SCRIPT, type ScriptCall } from "../script-call.ts";

// This program runs scripts of the project one after another, each with its own arguments and environment variables.
// The modules that scripts share are loaded only once: loading them takes longer than most scripts run. See
// test/helpers/run-script.ts.

let calls = 0;

async function run({ url, args, env }: ScriptCall): Promise<void> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, fileURLToPath(url), ...args];
  process.exitCode = undefined;
  calls += 1;
  try {
    // A new number makes a new URL, for which Node loads and runs the module of the script again.
    await import(`${url}?call=${calls}`);
    // Let events that are already due reach the script, such as the error of a program that cannot be started: in a
    // process of its own, the script would still get them.
    await nextTurn();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  removeListeners();
  process.send?.(process.exitCode ?? 0);
  process.stdout.write(END_OF_SCRIPT);
  process.stderr.write(END_OF_SCRIPT);
}

/** Removes the listeners that a script has added: those for signals, and those for errors of its outputs. */
function removeListeners(): void {
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
  for (const output of [process.stdout, process.stderr]) output.removeAllListeners("error");
}

process.on("message", (call) => void run(call as ScriptCall));
// End with the test process, even if a script has left a connection open.
process.once("disconnect", () => process.exit());
