import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { projectFile, startGuarded } from "../../embedded/index.ts";
import type { ResultListener, TestResults } from "./test-results.ts";

const avaProgram = projectFile("node_modules/ava/entrypoints/cli.mjs");

/** The maximum number of last output lines that are shown if a test run failed but ava names no failed test. */
const MAX_LAST_LINES = 20;

/** How long to wait for the last output of a test run that has ended, in milliseconds. */
const OUTPUT_WAIT_MS = 10_000;

/** What a run of ava executes, and who gets its results and its output. */
export interface AvaRun {
  /** The arguments with which ava is called: patterns of test files, and options. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The folder that contains ava's configuration; by default the project's root. */
  folder?: string;
  results: TestResults;
  listener: ResultListener;
  /** A function that is called with each line that ava, its tests and their programs print. */
  onLine: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Runs ava to its end and collects the results. A run that ends with an error or without any test, and reports no
 * failure, counts as a failure.
 */
export async function runAva({
  args,
  env,
  folder,
  results,
  listener,
  onLine,
  signal,
}: AvaRun): Promise<void> {
  const before = results.counts();
  const lastLines: string[] = [];
  const reader = results.createReader(listener);
  const ava = startGuarded({
    name: "ava",
    command: process.execPath,
    args: [avaProgram, "--tap", ...args],
    env,
    ...(folder !== undefined && { folder }),
    onLine: (line) => {
      reader.read(line);
      onLine(line);
    },
    onErrorLine: (line) => {
      onLine(line);
      if (lastLines.push(line) > MAX_LAST_LINES) lastLines.shift();
    },
  });
  const stop = () => void ava.stop();
  signal.addEventListener("abort", stop);
  const end = await ava.ended;
  signal.removeEventListener("abort", stop);
  // Do not wait long for the end of ava's output: a program that a test has left running may keep the output open.
  await Promise.race([ava.linesRead, sleep(OUTPUT_WAIT_MS, undefined, { ref: false })]);
  await reader.end();
  const { passed, failed } = results.counts();
  if (failed > before.failed || (end === "exit code 0" && passed > before.passed)) return;
  const title = end === "exit code 0" ? "no test ran" : `ava ended with ${end}`;
  const failure = { title, message: lastLines.join("\n"), details: {}, places: [] };
  results.addFailure(failure);
  listener.onFailed(failure);
}
