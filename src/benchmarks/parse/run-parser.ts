import { addAbortSignal } from "node:stream";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { every } from "../../infra/every.ts";
import type { Logger } from "../../infra/logger.ts";
import { finishEach } from "../../infra/sweep.ts";
import { message, READER_VERSION } from "../../readers/index.ts";
import { isFinal, storedContentOf, type Claim, type Run, type RunError, type RunFile } from "../model/run.ts";
import type { Budgets } from "../budgets/budgets.ts";
import type { AccountsPort } from "../ports.ts";
import type { FailedRunsRepository } from "../records/failed-runs-repository.ts";
import type { FileStore } from "../records/file-store.ts";
import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import type { ReprocessSelection } from "../records/run-searches.ts";
import { refundRun, type RefundDeps } from "../runs/refund-run.ts";
import { publishSeries } from "./publish-series.ts";
import { readRunFile, withSameFileWarning, type Reading } from "./read-run-file.ts";
import { reprocessRun, type ReprocessOutcome } from "./reprocess-run.ts";
import { stripArchive } from "./strip-archive.ts";

interface RunParserDeps extends RefundDeps {
  accounts: Pick<AccountsPort, "personOf">;
  failures: Pick<FailedRunsRepository, "record">;
  files: FileStore;
  series: FrameSeriesRepository;
  budgets: Pick<Budgets, "recountKeptBytes">;
  clock: Clock;
  config: Pick<Config, "PARSE_MAX_ATTEMPTS" | "SWEEP_AGE_MS">;
  logger: Logger;
}

/** Reads the files of runs, in the workers and in the script that reads them again. */
export type RunParser = ReturnType<typeof createRunParser>;

/** Runs in one page of `findReprocessable`. Pages are used because a cursor would time out while many files are read. */
const REPROCESS_PAGE = 100;

/** Creates the parser of the files of runs. */
export function createRunParser(deps: RunParserDeps) {
  const { runs } = deps;
  return {
    /**
     * Reads the file of a run and stores its result or its error. May be called any number of times, by any number of workers.
     * @param signal aborts the reading: the claim is then given back
     * @throws errors that may pass by themselves, as of a store that is unavailable, after giving the claim back: the job is
     * to be tried again
     */
    parse: (runId: string, signal?: AbortSignal): Promise<void> => parseRun(deps, runId, signal),

    /**
     * Reads the file of a complete or failed run again. One write replaces the old figures by the new figures. Nothing is
     * charged and no unit is given back. With `isDryRun` it writes nothing and returns the outcome that it would have.
     * @throws the store's error where a store is unavailable
     */
    reprocess: (run: Run, options: { isDryRun: boolean }): Promise<ReprocessOutcome> =>
      reprocessRun(deps, run, options),

    /** Returns how many runs a selection has. */
    countReprocessable: (selection: ReprocessSelection): Promise<number> =>
      runs.countReprocessable(selection),

    /** Yields the runs of a selection in the order of their ids. */
    findReprocessable: async function* (selection: ReprocessSelection): AsyncGenerator<Run> {
      let page = await runs.findReprocessable(selection, "", REPROCESS_PAGE);
      while (page.length > 0) {
        yield* page;
        page = await runs.findReprocessable(selection, page.at(-1)?._id ?? "", REPROCESS_PAGE);
      }
    },

    /** Strips the archives of final runs, which a dead process has left. Returns how many. */
    stripArchives: async (limit: number): Promise<number> =>
      finishEach(await runs.findArchives(limit), (run) => stripArchive(deps, run)),
  };
}

/** Claims a run, reads its file, and completes or fails the run. A worker that loses its claim meanwhile writes nothing. */
async function parseRun(deps: RunParserDeps, runId: string, signal?: AbortSignal): Promise<void> {
  const { runs, clock, config, logger } = deps;
  const run = await runs.find(runId);
  if (run?.refund_due) await refundRun(deps, run);
  if (run && isFinal(run)) await stripArchive(deps, run);
  if (!run?.file || isFinal(run)) return;
  // Asked now, because the account may be deleted while the file is read.
  const personId = await deps.accounts.personOf(run.account_id);
  const claim = await runs.claim(run, clock());
  if (!claim) return;
  if (run.attempts >= config.PARSE_MAX_ATTEMPTS) {
    await fail(deps, { run, claim, personId }, readerCrashed(config.PARSE_MAX_ATTEMPTS));
    return;
  }
  const heartbeat = startHeartbeat(deps, claim);
  try {
    const outcome = await read(deps, run, run.file, signal);
    if ("code" in outcome) await fail(deps, { run, claim, personId }, outcome);
    else await complete(deps, run, claim, outcome);
    await stripArchive(deps, run);
  } catch (error) {
    logger.warn({ err: error, run_id: runId, fencing_token: claim.fencingToken }, "the run is given back");
    // While MongoDB is unavailable, the claim cannot be given back: a later job claims the run again, as after a crash.
    await runs.giveBack(claim, clock()).catch(() => undefined);
    throw error;
  } finally {
    await heartbeat.stop();
  }
}

/** Renews a claim until it is stopped: a sweep queues a run again that was not touched for SWEEP_AGE_MS. */
function startHeartbeat({ runs, clock, config }: RunParserDeps, claim: Claim) {
  // A lost heartbeat is harmless; the next one renews the claim. A renewal is not awaited: one that waits for MongoDB must not
  // hold up the next, which goes out on another connection.
  const beat = async () => void runs.renewClaim(claim, clock()).catch(() => undefined);
  return every(config.SWEEP_AGE_MS / 3, beat, { isFirstDelayed: true });
}

async function read(
  { files }: RunParserDeps,
  run: Run,
  file: RunFile,
  signal: AbortSignal | undefined,
): Promise<Reading | RunError> {
  signal?.throwIfAborted();
  const content = files.open(storedContentOf(file));
  return readRunFile(signal ? addAbortSignal(signal, content) : content, run);
}

async function complete(
  deps: RunParserDeps,
  run: Run,
  claim: Claim,
  { figures, series }: Reading,
): Promise<void> {
  const { runs, clock } = deps;
  const result = withSameFileWarning(figures, await runs.hasSameFile(run));
  const at = clock();
  await publishSeries(deps, {
    key: claim,
    series,
    metrics: result.metrics,
    at,
    write: (frame_series) => runs.complete(claim, { ...result, frame_series }, at),
  });
}

interface FailedReading {
  run: Run;
  claim: Claim;
  /** Null where the account of the run is gone: then there is nobody whose failures are counted. */
  personId: string | null;
}

/**
 * Fails a run whose file cannot be read. The failure is recorded before the run stops to count as waiting, and also where the
 * claim is lost because the run or its account was deleted meanwhile: reading the file has failed all the same.
 */
async function fail(
  deps: RunParserDeps,
  { run, claim, personId }: FailedReading,
  error: RunError,
): Promise<void> {
  if (personId !== null) await deps.failures.record(run._id, personId);
  const isFailed = await deps.runs.fail(claim, error, READER_VERSION, deps.clock());
  if (isFailed) await refundRun(deps, run);
}

function readerCrashed(attempts: number): RunError {
  const reason = message`Reading this file was begun ${attempts} times and never came to an end, so it was given up. The run is not counted. Please export the result once more; if that fails as well, tell us the run's id.`;
  return { code: "reader_crashed", ...reason };
}
