import { randomUUID } from "node:crypto";
import process from "node:process";
import type { Client, Inspected, ListedRun } from "../client.ts";
import { FileError, ProblemError } from "../errors.ts";
import { sha256Of } from "../files.ts";
import { findBuild, sentRuns } from "./builds.ts";
import { benchmarksOf, factsOf, isOfSamePart, refusalOf, type Details } from "./details.ts";
import { exitCodes, isHeld, isLimit, messageOf, UsageError } from "./errors.ts";
import { findFiles, type FoundFile } from "./find-files.ts";
import { ofRun, ofSentRun, textOf, withoutRun, type Outcome } from "./outcome.ts";
import type { Output } from "./output.ts";
import { createProgressBar } from "./progress-bar.ts";
import { readLine } from "./read-line.ts";

/** The options of `pc-benchmarks submit`. */
export interface SubmitOptions extends Details {
  /** The id or the name of the build. */
  build: string;
  /** Whether to submit the files without asking the person. */
  yes?: boolean;
  /** Whether to submit a file again if the build already has a run of the file. */
  again?: boolean;
}

/** The maximum number of files that the service inspects in one request. */
export const INSPECTED_AT_ONCE = 10;

interface Fitting {
  file: FoundFile;
  inspected: Inspected;
}

/** Submits files to a build, and shows the outcome of each file. Returns the exit code. */
export async function submitFiles(
  client: Client,
  { paths, options }: { paths: readonly string[]; options: SubmitOptions },
  { output, signal }: { output: Output; signal: AbortSignal },
): Promise<number> {
  let code: number = exitCodes.done;
  const show = (outcome: Outcome) => output.show(outcome, textOf(outcome));
  const files = await findFiles(paths);
  if (files.length === 0) throw new UsageError("expected result files, found none");
  const build = await findBuild(client, options.build, signal);
  const sent =
    options.again === true ? new Map<string, ListedRun[]>() : await sentRuns(client, build.build_id, signal);

  const unsent: FoundFile[] = [];
  const seen = new Set<string>();
  for (const file of files) {
    try {
      const hash = await sha256Of(file.path, signal);
      const runs = sent.get(hash)?.filter((run) => isOfSamePart(run, options)) ?? [];
      for (const run of runs) show(ofSentRun(file.path, run, client.url));
      if (runs.length > 0) continue;
      if (seen.has(hash)) show(withoutRun(file.path, "left_out", "another file has the same contents"));
      else unsent.push(file);
      seen.add(hash);
    } catch (error) {
      signal.throwIfAborted();
      show(withoutRun(file.path, "left_out", messageOf(error)));
      code = exitCodes.failed;
    }
  }
  const fitting: Fitting[] = [];
  for (const [file, inspected] of await inspectAll(client, unsent, signal)) {
    if (inspected instanceof Error) {
      show(withoutRun(file.path, "refused", messageOf(inspected)));
      code = exitCodes.failed;
      continue;
    }
    const refusal = refusalOf(inspected, options);
    if (refusal === null) fitting.push({ file, inspected });
    else show(withoutRun(file.path, "left_out", refusal));
    if (refusal !== null && file.isNamed) code = exitCodes.failed;
  }
  if (fitting.length === 0) return code;
  for (const { file, inspected } of fitting) output.say(`${file.path}: ${factsOf(inspected)}`);
  if (options.yes !== true && !(await isConfirmed(fitting.length, build, signal))) return exitCodes.failed;
  return Math.max(
    code,
    await sendAll(client, { fitting, buildId: build.build_id, options }, { output, show, signal }),
  );
}

/** Inspects files, at most ten in one request. Returns for each file what the service finds in it, or the error. */
export async function inspectAll(
  client: Client,
  files: readonly FoundFile[],
  signal: AbortSignal,
): Promise<[FoundFile, Inspected | Error][]> {
  const found: [FoundFile, Inspected | Error][] = [];
  for (let from = 0; from < files.length; from += INSPECTED_AT_ONCE)
    found.push(...(await inspectSome(client, files.slice(from, from + INSPECTED_AT_ONCE), signal)));
  return found;
}

async function inspectSome(
  client: Client,
  files: readonly FoundFile[],
  signal: AbortSignal,
): Promise<[FoundFile, Inspected | Error][]> {
  const paths = files.map(({ path }) => path);
  try {
    const inspected = await client.inspect(paths, signal);
    return inspected.flatMap((one, index) => (files[index] ? [[files[index], one]] : []));
  } catch (error) {
    if (!isOfOneFile(error)) throw error;
    if (files.length === 1) return files.map((file) => [file, error]);
    // The service refused one of the files, or one file is missing: inspect each file alone, to find out which.
    const found: [FoundFile, Inspected | Error][] = [];
    for (const file of files) found.push(...(await inspectSome(client, [file], signal)));
    return found;
  }
}

async function isConfirmed(count: number, build: { name: string }, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      "Standard input is no terminal, so nobody can confirm. Add --yes to send the files.",
    );
  const answer = await readLine(`Send ${count} ${count === 1 ? "file" : "files"} to ${build.name}? [y/N] `, {
    signal,
  });
  return /^y(?:es)?$/i.test(answer);
}

interface Shipment {
  fitting: readonly Fitting[];
  buildId: number;
  options: SubmitOptions;
}

/** Sends files one after the other, then waits for their results. Returns the exit code. */
async function sendAll(
  client: Client,
  { fitting, buildId, options }: Shipment,
  { output, show, signal }: { output: Output; show: (outcome: Outcome) => void; signal: AbortSignal },
): Promise<number> {
  const totalBytes = fitting.reduce((sum, { file }) => sum + file.bytes, 0) || 1;
  const bar = createProgressBar();
  const runs: { path: string; runId: string }[] = [];
  let code: number = exitCodes.done;
  let doneBytes = 0;
  let doneFiles = 0;
  for (const { file, inspected } of fitting) {
    const { path } = file;
    try {
      const submitted = await client.submit({
        buildId,
        benchmarks: benchmarksOf(inspected, options),
        files: [path],
        ...(options.again === true && { idempotencyKey: randomUUID() }),
        onProgress: (bytes) => bar.show((doneBytes + bytes) / totalBytes, path),
        signal,
      });
      runs.push(...submitted.runs.map(({ run_id }) => ({ path, runId: run_id })));
    } catch (error) {
      bar.clear();
      if (isLimit(error)) {
        for (const { file } of fitting.slice(doneFiles))
          show(withoutRun(file.path, "not_sent", messageOf(error)));
        output.say(`${messageOf(error)}\n${fitting.length - doneFiles} files are not sent.`);
        code = exitCodes.limitReached;
        break;
      }
      if (signal.aborted || !isOfOneFile(error)) {
        output.say(
          `${doneFiles} of ${fitting.length} files are sent. Run the same command again to send the other files.`,
        );
        throw error;
      }
      show(withoutRun(path, "refused", messageOf(error)));
      code = exitCodes.failed;
    }
    doneBytes += file.bytes;
    doneFiles += 1;
  }
  bar.clear();
  for (const { path, runId } of runs) {
    const run = await client.waitFor(runId, { signal });
    show(ofRun(path, run, client.url));
    if (run.status === "failed") code = Math.max(code, exitCodes.failed);
  }
  return code;
}

/**
 * Whether an error concerns only one file, which was refused or is missing, so that other files can still be submitted.
 */
export const isOfOneFile = (error: unknown): error is Error =>
  error instanceof FileError ||
  isHeld(error) ||
  (error instanceof ProblemError &&
    !isLimit(error) &&
    (error.status === 413 || error.status === 422) &&
    error.problem?.errors?.some(({ pointer }) => pointer === "/build_id") !== true);
