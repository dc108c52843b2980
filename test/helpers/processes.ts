import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { collectOutput, isCollecting } from "./run-output.ts";
import { programArguments } from "./project-files.ts";
import type { User } from "./unprivileged-user.ts";

const POLL_MS = 20;

/** Returns the environment of this test run without the variables that name its stores. */
export function envWithoutStores(): NodeJS.ProcessEnv {
  const { MONGODB_URL: _1, REDIS_URL: _2, MEILI_URL: _3, MEILI_KEY: _4, ...env } = process.env;
  return env;
}

/** Creates a folder that is removed when the test is over. */
export function temporaryFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), "pc-benchmarks-"));
  t.teardown(() => {
    collectLogs(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * Creates a folder for PATH that has only the named programs of the machine. The folder is removed when the test is
 * over.
 */
export function folderOfPrograms(t: ExecutionContext, names: readonly string[]): string {
  const folder = temporaryFolder(t);
  const places = (process.env["PATH"] ?? "").split(delimiter);
  for (const name of names) {
    const found = places.map((place) => join(place, name)).find((file) => existsSync(file));
    if (found === undefined) throw new Error(`expected ${name} in PATH, found none`);
    symlinkSync(found, join(folder, name));
  }
  return folder;
}

/**
 * Adds the logs that programs have left in a folder to the output that the test run searches for secrets. Ignores
 * symbolic links, because one link leads to the packages of the project, whose many thousands of files take long to
 * list.
 */
function collectLogs(folder: string): void {
  if (!isCollecting) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) collectLogs(path);
    else if (entry.isFile() && entry.name.endsWith(".log")) collectOutput(readFileSync(path, "utf8"));
  }
}

/**
 * Runs a program of the project in a child process, and kills it when the test is over.
 * @param file the TypeScript file of the program, as a path from the project's root
 */
export function runProgram(
  t: ExecutionContext,
  file: string,
  { args = [], env = process.env, cwd, user = {}, isSearched = true, clone }: ProgramOptions,
) {
  const program =
    clone === undefined ? programArguments(file) : [join(clone, "dist", file.replace(/\.ts$/, ".js"))];
  const child = spawn(process.execPath, [...program, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
    ...(cwd !== undefined && { cwd }),
  });
  /** The output that the program has written so far. */
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
  child.on("close", () => {
    if (isSearched) collectOutput(`${output.stdout}\n${output.stderr}\n`);
  });
  const line = once(createInterface({ input: child.stdout }), "line");
  /** Resolves with the exit code, or the signal that ended the program, when all its output is read. */
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  t.teardown(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  /**
   * Returns the first line that the program writes to standard output.
   * @throws Error when the program ends without a line
   */
  const firstLine = async () => {
    const [text] = (await Promise.race([line, ended.then(() => [])])) as [string?];
    if (text === undefined) throw new Error(`${file} ended without a line:\n${output.stderr}`);
    return text;
  };
  return { child, output, ended, firstLine };
}

interface ProgramOptions {
  args?: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  user?: User;
  /**
   * The folder of another clone of the project. If given, the built program of that clone runs instead of the program
   * of this clone.
   */
  clone?: string;
  /** Whether the test run searches the program's output for secrets. False if the output must contain a secret. */
  isSearched?: boolean;
}

/** Returns whether any process of a process group is still running. */
export function isGroupAlive(groupId: number): boolean {
  try {
    process.kill(-groupId, 0);
    return true;
  } catch {
    return false;
  }
}

/** A time limit in ms that is longer than any process takes to end, even on a busy machine. */
const GONE_MS = 120_000;

/**
 * Waits until no process of the given process groups is running. Returns false if a process still runs after `limitMs`.
 */
export async function areGone(groups: readonly number[], limitMs = GONE_MS): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (groups.some(isGroupAlive)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** Returns the ids of the running child processes of a process. */
export function childrenOf(pid: number | undefined): number[] {
  const parents = existsSync("/proc/self/stat") ? parentsFromProc() : parentsFromPs();
  return parents.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

/** Returns [process id, parent's id] of every process from /proc, because ps may be missing on Linux. */
function parentsFromProc(): number[][] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => {
    try {
      // Skip the name of the process, which is in parentheses and may contain any character. The state and the parent's
      // id follow the last parenthesis.
      const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return [Number(pid), Number(parent)];
    } catch {
      return [];
    }
  });
}

/** Returns [process id, parent's id] of every process. */
function parentsFromPs(): number[][] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
}
