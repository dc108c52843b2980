import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
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

/**
 * Runs a script of the project that ends by itself, such as a command of `npm run admin`. The scripts of a test
 * process run one after another in one child process, because each start of a script takes about a second. A test of
 * how a script starts, ends or handles signals uses `runProgram` instead.
 * @param file the TypeScript file of the script, as a path from the project's root
 * @param env the whole environment of the script
 */
export async function runScript(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ScriptResult> {
  const previous = last;
  const result = previous.then(async () => runIn(host(), { url: programUrl(file).href, args, env }));
  last = result.catch(() => undefined);
  return result;
}

/** Settles when the last script that was to run has ended. */
let last: Promise<unknown> = Promise.resolve();
let running: ChildProcess | undefined;

/** Returns the child process that runs the scripts, and starts it if none is running. It ends with this process. */
function host(): ChildProcess {
  if (running?.connected) return running;
  running = fork(programUrl("test/helpers/programs/run-scripts.ts"), {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.unref();
  running.channel?.unref();
  for (const output of [running.stdout, running.stderr]) (output as unknown as { unref: () => void }).unref();
  return running;
}

async function runIn(child: ChildProcess, call: ScriptCall): Promise<ScriptResult> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("expected a child process with outputs");
  child.channel?.ref();
  const ended = once(child, "close").then(([code, signal]) => {
    throw new Error(
      `the process that runs scripts has ended with ${code ?? signal} in ${call.url} ${call.args.join(" ")}`,
    );
  });
  ended.catch(() => undefined);
  const answer = Promise.all([once(child, "message"), readOutput(stdout), readOutput(stderr)]);
  child.send(call);
  const [[code], out, err] = await Promise.race([answer, ended]);
  child.channel?.unref();
  collectOutput(`${out}\n${err}\n`);
  return { code: code as number, stdout: out, stderr: err };
}

/** Reads an output of the child process up to the end of the script. */
async function readOutput(output: Readable): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const read = (chunk: Buffer) => {
      chunks.push(chunk);
      if (!chunk.includes(END_OF_SCRIPT)) return;
      output.off("data", read);
      resolve(Buffer.concat(chunks).toString("utf8").replace(END_OF_SCRIPT, ""));
    };
    output.on("data", read);
  });
}
