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

/** How a watch sends captures. */
interface CapturesOptions {
  client: Client;
  options: Details & { build: string };
  output: Output;
  signal: AbortSignal;
  state: WatchState;
}

/** What sends the captures of a watch. */
export type Captures = Awaited<ReturnType<typeof openCaptures>>;

/** The longest time in seconds for which a watch waits for the result of a capture before it sends the next one. */
const RESULT_WAIT_S = 30;

/** Finds the build and what it has, and creates the object that sends captures. @throws UsageError, ProblemError */
export async function openCaptures(given: CapturesOptions) {
  const { client, options, signal } = given;
  const { build_id: buildId } = await findBuild(client, options.build, signal);
  const sent = await sentRuns(client, buildId, signal);
  const context: Context = { ...given, buildId, sent, sentHere: new Set(), held: new Set(), told: false };
  return {
    /** Sends files that are complete, and shows what became of each. Remembers each that needs no further work. */
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
  /** The runs that the build had when the watch began, by the hashes of their files. */
  sent: Awaited<ReturnType<typeof sentRuns>>;
  /** The hashes of the files that this watch has sent. */
  sentHere: Set<string>;
  /** The paths of files that another program holds, each of which is told once. */
  held: Set<string>;
  /** Whether the watch has told that its state cannot be written. */
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
    // The next look at the folder shows whether the file is gone or has grown.
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

// Without its state a watch goes on: after a restart the runs of the build say what was sent.
async function saveState(context: Context): Promise<void> {
  try {
    await context.state.save();
    context.told = false;
  } catch (error) {
    if (!context.told)
      context.output.say(`What was sent cannot be remembered for the next start: ${messageOf(error)}`);
    context.told = true;
  }
}

/** Returns the hash of a file; null while another program holds or changes it. */
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

/** Returns the outcomes of a file whose contents are sent already, or about to be sent; none for another file. */
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
      // The service has the capture, so the watch goes on without its result.
      if (error instanceof ConnectionError || error instanceof ProblemError) return null;
      throw error;
    });
    show(context, read === null ? ofUnreadRun(path, run, client.url) : ofRun(path, read, client.url));
  }
}
