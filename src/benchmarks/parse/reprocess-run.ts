import { isDeepStrictEqual } from "node:util";
import { fromFile, message, type Message } from "../../readers/index.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import type { Standings } from "../../standings/index.ts";
import { storedContentOf, type Run, type RunError, type StoredContent } from "../model/run.ts";
import type { FileStore } from "../records/file-store.ts";
import type { SeriesPublisher } from "../../frames/index.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { faultOfFile } from "./attempts.ts";
import { withHardwareWarnings, type ComparisonDeps } from "./compare-hardware.ts";
import type { FileReaders } from "./file-readers.ts";
import { readRunFile, SAME_FILE_WARNING, withSameFileWarning, type Reading } from "./read-run-file.ts";

/** A figure that differs between two readings of a file. `name` is its path in the run, such as "metrics.low_1_fps". */
export interface FigureChange {
  name: string;
  before: unknown;
  after: unknown;
}

/**
 * The outcome of reading the file of a run again:
 * - `replaced`: the run has the figures of the present file readers; `changes` lists the figures that differ from the
 *   old ones
 * - `unreadable`: the file of a complete run can no longer be read, or was damaged in the store; the run keeps the
 *   figures of the earlier reading. Where the present file readers refuse the file, the run is marked as unranked
 * - `still_failed`, `now_readable`: a failed run stays failed, even if its file is readable now, because the run was
 *   refunded and no longer counts towards the account's monthly limit
 * - `overtaken`: another process changed or deleted the run while its file was read, so the new figures were discarded
 */
export type ReprocessOutcome =
  | { kind: "replaced"; changes: FigureChange[] }
  | { kind: "unreadable" | "still_failed"; error: RunError }
  | { kind: "now_readable" | "overtaken" };

interface ReprocessDeps extends ComparisonDeps {
  runsRepository: RunsRepository;
  standings: Pick<Standings, "markChanged">;
  files: FileStore;
  fileReaders: FileReaders;
  seriesPublisher: SeriesPublisher;
  clock: Clock;
  logger: Logger;
}

/**
 * Reads the file of a complete or failed run again: see `RunParser.reprocess`. @throws Error where the run has no file
 */
export async function reprocessRun(
  deps: ReprocessDeps,
  run: Run,
  { isDryRun }: { isDryRun: boolean },
): Promise<ReprocessOutcome> {
  if (!run.file) throw new Error(`run ${run._id} has no file`);
  const reading = await readAgain(deps, run, storedContentOf(run.file));
  if (run.status !== "complete")
    return "code" in reading ? { kind: "still_failed", error: reading } : { kind: "now_readable" };
  if ("code" in reading) {
    // The file may be missing because another process has deleted the run or replaced its archive. Report a run with
    // another file or without a file as `overtaken`, not as `unreadable`.
    const now = await deps.runsRepository.find(run._id);
    if (now?.file?.file_id !== run.file.file_id) return { kind: "overtaken" };
    if (!isDryRun && !ownFaults.has(reading.code)) await markUnranked(deps, run, reading);
    return { kind: "unreadable", error: reading };
  }
  // Copy the warning that the same file was submitted twice from the earlier reading, because a file reader sees only
  // one file and cannot know of another submission.
  const compared = await withHardwareWarnings(deps, run, reading.figures);
  const figures = withSameFileWarning(compared, run.warnings.some(isSameFileWarning));
  const isReplaced = isDryRun || (await replace(deps, run, { ...reading, figures }));
  return isReplaced ? { kind: "replaced", changes: changesBetween(run, figures) } : { kind: "overtaken" };
}

async function markUnranked(
  { runsRepository, standings }: ReprocessDeps,
  run: Run,
  error: RunError,
): Promise<void> {
  const isMarked = await runsRepository.markUnranked(run, { code: "implausible", ...refusedNow(error) });
  if (isMarked) await standings.markChanged(run.build_id, run.benchmark_id);
}

/** The error codes of failed readings that leave the figures of an earlier reading valid. */
const ownFaults: ReadonlySet<string> = new Set([
  "file_damaged",
  "file_missing",
  "reader_crashed",
  "reader_timeout",
]);

// Returns the reason why the run of a refused file is unranked. Earlier versions of the file readers may have read such
// a file wrongly: several results as one, or the result of a program that is no game.
function refusedNow({ detail, public_detail }: RunError): Message {
  return message`An earlier version of the service read these figures from the file. The present version refuses the file: ${fromFile(detail, public_detail)}`;
}

/** Reads the file of a run again. A file that crashes the process that reads it counts as unreadable. */
async function readAgain({ fileReaders, files }: ReprocessDeps, run: Run, file: StoredContent) {
  try {
    return await readRunFile(fileReaders, files.open(file), run);
  } catch (error) {
    const fault = faultOfFile(error);
    if (!fault) throw error;
    return fault;
  }
}

/**
 * Replaces the figures, the frame times and the channels of a complete run. Returns false if another process has
 * changed the run since it was claimed.
 */
async function replace(
  deps: ReprocessDeps,
  run: Run,
  { figures, series, channels }: Reading,
): Promise<boolean> {
  const { runsRepository, clock, standings } = deps;
  const claim = await runsRepository.claimComplete(run);
  if (!claim) return false;
  const isReplaced = await deps.seriesPublisher.publish({
    key: claim,
    series,
    channels,
    metrics: figures.metrics,
    at: clock(),
    write: (stored) => runsRepository.replaceResult(claim, { ...figures, ...stored }),
  });
  if (isReplaced) await standings.markChanged(run.build_id, run.benchmark_id);
  // Remove the stored frames and channels (such as temperatures) if only an older version of the file readers found
  // any.
  const was = run.frame_series ?? run.channel_series;
  if (isReplaced && was && !series && channels.length === 0)
    await deps.seriesPublisher.remove({ runId: run._id, fencingToken: was.fencing_token });
  return isReplaced;
}

function isSameFileWarning({ detail }: Message): boolean {
  return detail === SAME_FILE_WARNING.detail;
}

function changesBetween(run: Run, figures: Reading["figures"]): FigureChange[] {
  const before = flatten(run);
  const after = flatten(figures);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .map((name) => ({ name, before: before.get(name), after: after.get(name) }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

function flatten({
  score,
  variant,
  recording = 1,
  warnings,
  unranked,
  metrics,
  recorded_on = null,
  channels = [],
}: Pick<
  Run,
  "score" | "variant" | "recording" | "warnings" | "unranked" | "metrics" | "recorded_on" | "channels"
>) {
  const ofMetrics = Object.entries(metrics ?? {}).map(([name, value]) => [`metrics.${name}`, value] as const);
  return new Map<string, unknown>([
    ["score", score],
    ["variant", variant],
    ["recording", recording],
    ["warnings", warnings.map(({ detail }) => detail)],
    ["unranked", unranked?.detail ?? null],
    ["recorded_on", recorded_on],
    ["channels", channels],
    ...ofMetrics,
  ]);
}
