import { stat } from "node:fs/promises";
import type { Client } from "../client.ts";
import { ConnectionError, FileError, ProblemError } from "../errors.ts";
import { sha256Of } from "../files.ts";
import type { Submitted } from "../submit.ts";
import { findBuild, sentRuns } from "./builds.ts";
import { benchmarksOf, refusalOf, type Details } from "./details.ts";
import { isHeld, messageOf, systemCodeOf } from "./errors.ts";
import type { FoundFile } from "./find-files.ts";
import { ofRun, ofSentRun, ofUnreadRun, textOf, withoutRun, type Outcome } from "./outcome.ts";
import type { Output } from "./output.ts";
import { inspectAll, INSPECTED_AT_ONCE, isOfOneFile } from "./submit-files.ts";
import type { WatchState } from "./watch-state.ts";

/** The build, the state and the output with which `watch` submits captures. */
interface CapturesOptions {
  client: Client;
  options: Details & { build: string };
  output: Output;
  signal: AbortSignal;
  state: WatchState;
}

/** The object that submits the captures that `watch` finds. */
export type Captures = Awaited<ReturnType<typeof openCaptures>>;

/**
 * The maximum time in seconds for which `watch` waits for the result of a capture before it submits the next capture.
 */
const RESULT_WAIT_S = 30;

/** Finds the build and its runs, and creates the object that submits captures. @throws UsageError, ProblemError */
export async function openCaptures(given: CapturesOptions) {
  const { client, options, signal } = given;
  const { build_id: buildId } = await findBuild(client, options.build, signal);
  const sent = await sentRuns(client, buildId, signal);
  const context: Context = { ...given, buildId, sent, sentHere: new Set(), held: new Set(), told: false };
  return {
    /** Submits complete files and shows the outcome of each. Remembers each file that needs no further work. */
    handle: async (files: readonly FoundFile[]): Promise<void> => {
      for (let from = 0; from < files.length; from += INSPECTED_AT_ONCE)
        await handleBatch(context, files.slice(from, from + INSPECTED_AT_ONCE)).finally(() =>
          saveState(context),
        );
    },
  };
}

interface Context extends CapturesOptions {
  buildId: number;
  /** The runs that the build had when `watch` started, by the hashes of their files. */
  sent: Awaited<ReturnType<typeof sentRuns>>;
  /** The hashes of the files that this process has submitted. */
  sentHere: Set<string>;
  /** The paths of files that another program has locked. The person is told about each of these files once. */
  held: Set<string>;
  /** Whether `watch` has already told the person that its state cannot be written. */
  told: boolean;
}

const show = ({ output }: Context, outcome: Outcome) => output.show(outcome, textOf(outcome));

async function handleBatch(context: Context, batch: readonly FoundFile[]): Promise<void> {
  const { client, options, signal, state } = context;
  const hashes = new Map<FoundFile, string>();
  for (const file of batch) {
    const hash = await hashOf(context, file);
    if (hash === null) continue;
    const known = knownOutcomes(context, file.path, { hash, others: [...hashes.values()] });
    if (known.length === 0) hashes.set(file, hash);
    else finish(context, file, ...known);
  }
  for (const [file, inspected] of await inspectAll(client, [...hashes.keys()], signal)) {
    // Skip a file that could not be read: the next search of the folder shows whether the file is missing or has grown.
    if (inspected instanceof FileError) continue;
    const refusal = inspected instanceof Error ? messageOf(inspected) : refusalOf(inspected, options);
    if (inspected instanceof Error || refusal !== null) {
      finish(
        context,
        file,
        withoutRun(file.path, inspected instanceof Error ? "refused" : "left_out", refusal),
      );
      continue;
    }
    try {
      const benchmarks = benchmarksOf(inspected, options);
      const submitted = await client.submit({
        buildId: context.buildId,
        benchmarks,
        files: [file.path],
        signal,
      });
      context.sentHere.add(hashes.get(file) ?? "");
      state.remember(file);
      await showResults(context, file.path, submitted);
    } catch (error) {
      if (error instanceof FileError || isHeld(error)) continue;
      if (!isOfOneFile(error)) throw error;
      finish(context, file, withoutRun(file.path, "refused", messageOf(error)));
    }
  }
}

function finish(context: Context, file: FoundFile, ...outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) show(context, outcome);
  context.state.remember(file);
}

// `watch` continues if its state cannot be written: after a restart, the runs of the build show which files were
// submitted.
async function saveState(context: Context): Promise<void> {
  try {
    await context.state.save();
    context.told = false;
  } catch (error) {
    if (!context.told)
      context.output.say(
        `The list of sent files cannot be saved (${messageOf(error)}). After a restart, watch asks the service which files were sent.`,
      );
    context.told = true;
  }
}

/** Returns the hash of a file; null while another program locks or changes the file. */
async function hashOf({ held, output, signal }: Context, { path, bytes, mtimeMs }: FoundFile) {
  try {
    const hash = await sha256Of(path, signal);
    held.delete(path);
    const now = await stat(path);
    return now.size === bytes && now.mtimeMs === mtimeMs ? hash : null;
  } catch (error) {
    if (!isHeld(error)) throw error;
    if (!held.has(path)) output.say(`${path}: waiting until it can be read (${systemCodeOf(error)})`);
    held.add(path);
    return null;
  }
}

/**
 * Returns the outcomes of a file whose contents were submitted already or are about to be; an empty list for a new
 * file.
 */
function knownOutcomes(
  { client, sent, sentHere }: Context,
  path: string,
  { hash, others }: { hash: string; others: readonly string[] },
): Outcome[] {
  const runs = sent.get(hash) ?? [];
  if (runs.length > 0) return runs.map((run) => ofSentRun(path, run, client.url));
  const isTwin = sentHere.has(hash) || others.includes(hash);
  return isTwin ? [withoutRun(path, "left_out", "another file has the same contents")] : [];
}

async function showResults(context: Context, path: string, { runs }: Submitted): Promise<void> {
  const { client, signal } = context;
  for (const run of runs) {
    const read = await client.waitFor(run.run_id, { maxS: RESULT_WAIT_S, signal }).catch((error: unknown) => {
      // Continue without the result if the service cannot return it: the service has stored the capture.
      if (error instanceof ConnectionError || error instanceof ProblemError) return null;
      throw error;
    });
    show(context, read === null ? ofUnreadRun(path, run, client.url) : ofRun(path, read, client.url));
  }
}
