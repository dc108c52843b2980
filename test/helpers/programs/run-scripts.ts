import process from "node:process";
import { END_OF_SCRIPT, type ScriptCall } from "../script-call.ts";

// This program runs scripts of the project one after another. Each script finds its arguments and its environment as
// if Node had been started with them. The modules that scripts share are loaded only once: loading them takes longer
// than most scripts run. See test/helpers/run-script.ts.

let calls = 0;

async function run({ url, args, env }: ScriptCall): Promise<void> {
  process.env = env;
  process.argv = [process.execPath, url, ...args];
  process.exitCode = undefined;
  calls += 1;
  try {
    // The number makes the address a new one, so that Node runs the module of the script again.
    await import(`${url}?call=${calls}`);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  removeListeners();
  process.send?.(process.exitCode ?? 0);
  process.stdout.write(END_OF_SCRIPT);
  process.stderr.write(END_OF_SCRIPT);
}

/** Removes the listeners of a script that has ended: for signals, and for a reader of its output that has ended. */
function removeListeners(): void {
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
  for (const output of [process.stdout, process.stderr]) output.removeAllListeners("error");
}

process.on("message", (call) => void run(call as ScriptCall));
