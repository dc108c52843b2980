import { addAbortSignal } from "node:stream";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { READER_VERSION } from "../readers/index.ts";
import type { FileStore } from "./file-store.ts";
import type { FrameSeriesRepository } from "./frame-series-repository.ts";
import { publishSeries } from "./publish-series.ts";
import { readRunFile, type Reading } from "./read-run-file.ts";
import type { RefundRun } from "./refund-run.ts";
import type { Claim } from "./run-life.ts";
import type { Run, RunError, RunsRepository } from "./runs-repository.ts";
import type { StripArchive } from "./strip-archive.ts";

/**
 * Reads the file of a run and stores what came of it. May be called any number of times, by any number of workers.
 * @param signal breaks the reading off: the run is given back
 */
export type ParseRun = (runId: string, signal?: AbortSignal) => Promise<void>;

interface ParseRunParts {
  runs: RunsRepository;
  files: FileStore;
  series: FrameSeriesRepository;
  refundRun: RefundRun;
  stripArchive: StripArchive;
  clock: Clock;
  maxTries: number;
  /** How often a claim says that it is held: a run that is silent for long is given to another worker. */
  heartbeatMs: number;
  logger: Logger;
}

/** Added to what the reader says of a file that the build has from another run. */
export const SAME_FILE_WARNING =
  "The same file was submitted for this build and benchmark before. Both runs are kept, but the build's figures count it once.";

/**
 * The life of a file run in a worker: claim, read, complete or fail. Whoever loses its claim meanwhile writes nothing.
 * @throws what may pass by itself (a store that is away): the run is then given back and the job tried again
 */
export function createParseRun(parts: ParseRunParts): ParseRun {
  const { runs, refundRun, stripArchive, clock, maxTries, logger } = parts;
  return async (runId, signal) => {
    const run = await runs.find(runId);
    if (run?.refund_due) await refundRun(run);
    if (run && isFinal(run)) await stripArchive(run);
    if (!run?.file || isFinal(run)) return;
    const claim = await runs.claim(run, clock());
    if (!claim) return;
    if (run.tries >= maxTries) {
      await fail(parts, run, claim, readerCrashed(maxTries));
      return;
    }
    const stopBeating = startHeartbeat(parts, claim);
    try {
      const outcome = await read(parts, run, run.file.file_id, signal);
      if ("code" in outcome) await fail(parts, run, claim, outcome);
      else await complete(parts, run, claim, outcome);
      await stripArchive(run);
    } catch (error) {
      logger.warn({ err: error, run_id: runId, attempt: claim.attempt }, "the run is given back");
      // If MongoDB is away the claim stays: the next try then takes it over, as after a crash.
      await runs.giveBack(claim, clock()).catch(() => undefined);
      throw error;
    } finally {
      stopBeating();
    }
  };
}

function isFinal({ status }: Run): boolean {
  return status === "complete" || status === "failed";
}

/** Keeps a claim alive until the answered function is called. */
function startHeartbeat({ runs, clock, heartbeatMs }: ParseRunParts, claim: Claim): () => void {
  // One that is missed is made up for by the next.
  const beat = () => void runs.keepClaim(claim, clock()).catch(() => undefined);
  const timer = setInterval(beat, heartbeatMs);
  return () => clearInterval(timer);
}

async function read(
  { files }: ParseRunParts,
  run: Run,
  fileId: string,
  signal: AbortSignal | undefined,
): Promise<Reading | RunError> {
  signal?.throwIfAborted();
  const open = (id: string) => (signal ? addAbortSignal(signal, files.open(id)) : files.open(id));
  return readRunFile({ open }, run, fileId);
}

async function complete(
  { runs, series: repository, clock }: ParseRunParts,
  run: Run,
  claim: Claim,
  { figures, series }: Reading,
): Promise<void> {
  const isRepeated = await runs.hasSameFile(run);
  const warnings = isRepeated ? [...figures.warnings, SAME_FILE_WARNING] : figures.warnings;
  const at = clock();
  await publishSeries({
    repository,
    key: claim,
    series,
    at,
    write: (frame_series) => runs.complete(claim, { ...figures, warnings, frame_series }, at),
  });
}

async function fail(parts: ParseRunParts, run: Run, claim: Claim, error: RunError): Promise<void> {
  const isFailed = await parts.runs.fail(claim, error, READER_VERSION, parts.clock());
  if (isFailed) await parts.refundRun(run);
}

function readerCrashed(tries: number): RunError {
  const detail =
    `Reading this file was begun ${tries} times and never came to an end, so it was given up. ` +
    "The run is not counted. Please export the result once more; if that fails as well, tell us the run's id.";
  return { code: "reader_crashed", detail };
}
