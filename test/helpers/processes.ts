import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ExecutionContext } from "ava";

const POLL_MS = 20;

/** The variables of this run, without those that name its stores. */
export function envWithoutStores(): NodeJS.ProcessEnv {
  const { MONGODB_URL: _1, REDIS_URL: _2, MEILI_URL: _3, MEILI_KEY: _4, ...env } = process.env;
  return env;
}

/** A folder that goes when the test is over. */
export function temporaryFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), "pc-benchmarks-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program of the project that runs beside the test. */
export interface RunningProgram {
  child: ChildProcess;
  /** All that it has written to standard output and to standard error. */
  output: { stdout: string; stderr: string };
  /** Its first line of standard output. @throws when it ends without one */
  firstLine(): Promise<string>;
  /** Resolves with the exit code, or the signal, when it has ended and its output is read. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/** Runs a TypeScript file, given from the project's root. It is killed when the test is over. */
export function runProgram(
  t: ExecutionContext,
  file: string,
  { args = [], env = process.env, cwd }: { args?: readonly string[]; env?: NodeJS.ProcessEnv; cwd?: string },
): RunningProgram {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const child = spawn(process.execPath, ["--import=tsx", path, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd !== undefined && { cwd }),
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
  const line = once(createInterface({ input: child.stdout }), "line");
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  t.teardown(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const firstLine = async () => {
    const [text] = (await Promise.race([line, ended.then(() => [])])) as [string?];
    if (text === undefined) throw new Error(`${file} ended without a line:\n${output.stderr}`);
    return text;
  };
  return { child, output, ended, firstLine };
}

/** Whether any process of a process group is left. */
export function isGroupAlive(groupId: number): boolean {
  try {
    process.kill(-groupId, 0);
    return true;
  } catch {
    return false;
  }
}

/** Resolves with true as soon as nothing of the process groups is left, and with false when it still is after the limit. */
export async function areGone(groups: readonly number[], limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (groups.some(isGroupAlive)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** The process ids of a process's children. */
export function childrenOf(pid: number | undefined): number[] {
  const parents = existsSync("/proc/self/stat") ? parentsFromProc() : parentsFromPs();
  return parents.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

/** Linux, which may have no ps. */
function parentsFromProc(): number[][] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => {
    try {
      // The name in parentheses may hold anything; behind it stand the state and the parent.
      const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return [Number(pid), Number(parent)];
    } catch {
      return [];
    }
  });
}

function parentsFromPs(): number[][] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
}
