import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { guardFile } from "./project-files.ts";

const TAIL_BYTES = 8192;
const TAIL_LINES = 20;
const DEFAULT_GRACE_SECONDS = 5;

/** How to run a child process that must not outlive this one. */
export interface GuardedOptions {
  /** Says in messages and process lists what it is. */
  name: string;
  command: string;
  args: readonly string[];
  /** Its whole environment. */
  env: NodeJS.ProcessEnv;
  /** Where its output is appended; its folder is made. Without it the output goes where this process's goes. */
  logFile?: string;
  /** Called with each line of its standard output, which then goes nowhere else. */
  onLine?: (line: string) => void;
  /** How long it may take to end by itself once it is told to. */
  graceSeconds?: number;
}

/** A child process that ends when it is told to, and in any case when this process does. */
export interface GuardedProcess {
  readonly name: string;
  /** The process group that it and all it starts are in. */
  readonly groupId: number;
  /** Resolves when it has ended, with a few words on how. */
  readonly ended: Promise<string>;
  /** Tells it to end, and resolves when it has; after the grace period it is killed. */
  stop(): Promise<void>;
  /** Kills it and all it started, at once. */
  kill(): void;
  /** The last lines of what it has written into its log since it was started. */
  outputTail(): string;
}

/** Starts a child process under the guard. @throws when it cannot be started; a command not found ends it with code 127 */
export function startGuarded(options: GuardedOptions): GuardedProcess {
  const { name, command, args, env, logFile, onLine, graceSeconds = DEFAULT_GRACE_SECONDS } = options;
  const log = logFile === undefined ? undefined : openLog(logFile);
  const output = log?.descriptor ?? "inherit";
  const child = spawn("sh", [guardFile, name, String(graceSeconds), command, ...args], {
    env,
    detached: true,
    stdio: ["pipe", onLine ? "pipe" : output, output],
  });
  if (log) closeSync(log.descriptor);
  // The guard may be gone before its end of the pipe is closed here.
  child.stdin?.on("error", () => {});
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on("line", onLine);
  const groupId = child.pid;
  if (groupId === undefined) throw new Error(`${name} could not be started: no process for sh`);

  const kill = () => killGroup(groupId);
  const ended = untilEnded(child, kill);
  return {
    name,
    groupId,
    ended,
    kill,
    stop: async () => {
      child.stdin?.end();
      await ended;
    },
    outputTail: () => (log ? lastLines(log.file, log.start) : ""),
  };
}

function openLog(file: string): { file: string; descriptor: number; start: number } {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, "a");
  return { file, descriptor, start: fstatSync(descriptor).size };
}

async function untilEnded(child: ChildProcess, killRest: () => void): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => {
      // Whoever killed the guard has left its group without one, and what the command left may not mind SIGTERM.
      killRest();
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  });
}

function killGroup(groupId: number): void {
  try {
    process.kill(-groupId, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

function lastLines(file: string, start: number): string {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const from = Math.max(start, size - TAIL_BYTES);
    const bytes = Buffer.alloc(Math.max(0, size - from));
    readSync(descriptor, bytes, 0, bytes.length, from);
    return bytes.toString().trimEnd().split("\n").slice(-TAIL_LINES).join("\n");
  } finally {
    closeSync(descriptor);
  }
}
