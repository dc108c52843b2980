import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { guardFile } from "./project-files.ts";

const TAIL_BYTES = 8192;
const TAIL_LINES = 20;
const DEFAULT_GRACE_SECONDS = 5;

/**
 * Starts a child process that ends on request, and also whenever this process ends: the script `guard.sh`
 * runs between the two processes. A command that does not exist ends with exit code 127.
 * @throws when no process can be started
 */
export function startGuarded(options: GuardedOptions) {
  const {
    name,
    command,
    args,
    env,
    folder,
    logFile,
    onLine,
    onErrorLine,
    graceSeconds = DEFAULT_GRACE_SECONDS,
  } = options;
  const log = logFile === undefined ? undefined : openLog(logFile);
  const output = log?.descriptor ?? "inherit";
  const child = spawn("sh", [guardFile, name, String(graceSeconds), command, ...args], {
    env,
    ...(folder !== undefined && { cwd: folder }),
    detached: true,
    stdio: ["pipe", onLine ? "pipe" : output, onErrorLine ? "pipe" : output],
  });
  if (log) closeSync(log.descriptor);
  // The guard process (guard.sh) may end before this process closes the pipe to it. Ignore the error of the pipe in
  // that case.
  child.stdin?.on("error", () => {});
  const linesRead = Promise.all([readLines(child.stdout, onLine), readLines(child.stderr, onErrorLine)]);
  const groupId = child.pid;
  if (groupId === undefined)
    throw new Error(`${name} could not be started: the system started no process for the shell sh`);

  const kill = () => killGroup(groupId);
  const ended = untilEnded(child, kill);
  return {
    name,
    /** The process group of the guard process (guard.sh), the command and everything that the command starts. */
    groupId,
    /** Resolves when the process has ended, with a description of the end: `exit code 0`, `signal SIGKILL`. */
    ended,
    /**
     * Resolves when `onLine` and `onErrorLine` have received the last lines, which may be a moment after the process
     * has ended.
     */
    linesRead,
    /** Kills the whole process group with SIGKILL. */
    kill,
    /**
     * Asks the process to end and resolves when it has ended. After the grace period the guard process (guard.sh) kills
     * it.
     */
    stop: async () => {
      child.stdin?.end();
      await ended;
    },
    /** Returns the last lines that the process has written into its log since `startGuarded` was called. */
    outputTail: () => (log ? lastLines(log.file, log.start) : ""),
  };
}

/** A child process that `startGuarded` has started. */
export type GuardedProcess = ReturnType<typeof startGuarded>;

/** How to run a child process that must not outlive this one. */
export interface GuardedOptions {
  /** The name of the process in messages and in the process list. */
  name: string;
  command: string;
  args: readonly string[];
  /** All environment variables of the child process. */
  env: NodeJS.ProcessEnv;
  /** The working directory of the child process; by default the working directory of this process. */
  folder?: string;
  /**
   * The file to which the output of the child process is appended; the folder of the file is created. Without a file,
   * the output goes where the output of this process goes.
   */
  logFile?: string;
  /** Receives each line of the child's standard output, which is then written nowhere else. */
  onLine?: (line: string) => void;
  /** Receives each line of the child's standard error, which is then written nowhere else. */
  onErrorLine?: (line: string) => void;
  /**
   * How many seconds the child process may take to end after a request to stop, before its guard process (guard.sh)
   * kills it.
   */
  graceSeconds?: number;
}

async function readLines(input: Readable | null, onLine?: (line: string) => void): Promise<void> {
  if (input === null || onLine === undefined) return;
  const lines = createInterface({ input });
  lines.on("line", onLine);
  await once(lines, "close");
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
      // Kill the rest of the process group: some of its processes still run if the guard process (guard.sh) itself was
      // killed, or if children of the command ignore SIGTERM.
      killRest();
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  });
}

function killGroup(groupId: number): void {
  try {
    process.kill(-groupId, "SIGKILL");
  } catch {
    // All processes of the group have ended already, so there is nothing to kill.
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
