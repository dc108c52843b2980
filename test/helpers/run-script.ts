import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import process from "node:process";
import type { Readable } from "node:stream";
import { collectOutput } from "./run-output.ts";
import { programUrl } from "./project-files.ts";
import { END_OF_SCRIPT, type ScriptCall } from "./script-call.ts";

/** How a script has ended, and everything that it has written. */
export interface ScriptResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** How long a script may run, in ms: much longer than any script of a test takes, even on a busy machine. */
const LIMIT_MS = 300_000;

/**
 * Runs a script of the project that ends by itself, such as a command of `npm run admin`. The scripts of a test
 * process run one after another in one child process, because each start of a script takes about a second. The function
 * does not notice if a script leaves connections open, which would keep its own process from ending. A test of how a
 * script starts, ends, handles signals or runs beside another script uses `runProgram` instead.
 * @param file the TypeScript file of the script, as a path from the project's root
 * @param env the whole environment of the script
 * @throws Error with the output of the script if it ends the child process, or does not end within LIMIT_MS
 */
export async function runScript(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ScriptResult> {
  const result = last.then(async () => runIn(host(), { url: programUrl(file).href, args, env }));
  last = result.catch(() => undefined);
  return result;
}

/** Settles, with or without an error, when the script that was requested last has ended. */
let last: Promise<unknown> = Promise.resolve();
let running: ChildProcess | undefined;

/**
 * Returns the child process that runs the scripts, and starts it if none is running. The child ends with this process.
 */
function host(): ChildProcess {
  if (running?.connected) return running;
  running = fork(programUrl("test/helpers/programs/run-scripts.ts"), {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.unref();
  running.channel?.unref();
  for (const output of [running.stdout, running.stderr]) (output as Socket).unref();
  return running;
}

async function runIn(child: ChildProcess, call: ScriptCall): Promise<ScriptResult> {
  child.channel?.ref();
  const over = new AbortController();
  const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  const [stdout, stderr] = [child.stdout, child.stderr].map((output) => readOutput(output as Readable));
  const code = once(child, "message", { signal: over.signal }).then(([answer]) => answer as number);
  const end = once(child, "exit", { signal: over.signal }).then(([exitCode, signal]) =>
    String(signal ?? `code ${exitCode}`),
  );
  child.send(call);
  const outcome = await Promise.race([code, end]);
  const [out = "", err = ""] = await Promise.all([stdout, stderr]);
  for (const due of [code, end]) due.catch(() => undefined);
  over.abort();
  clearTimeout(limit);
  child.channel?.unref();
  collectOutput(`${out}\n${err}\n`);
  if (typeof outcome === "number") return { code: outcome, stdout: out, stderr: err };
  throw new Error(`${call.url} ${call.args.join(" ")} has ended its process with ${outcome}:\n${out}${err}`);
}

/** Reads an output of the child process up to the end of the script, or of the process. */
async function readOutput(output: Readable): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = () => {
      output.off("data", read).off("end", finish);
      resolve(Buffer.concat(chunks).toString("utf8").replace(END_OF_SCRIPT, ""));
    };
    const read = (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunk.includes(END_OF_SCRIPT)) finish();
    };
    output.on("data", read).once("end", finish);
  });
}
