import { addAbortSignal } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Accounts, AccountsRepository } from "../../accounts/index.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { every } from "../../infra/every.ts";
import { createExclusion } from "../../infra/exclusion.ts";
import type { Logger } from "../../infra/logger.ts";
import type { Traces } from "../../infra/traces/traces.ts";
import { finishEach } from "../../infra/sweep.ts";
import { READER_VERSION } from "../../readers/index.ts";
import { isFinal, storedContentOf, type Claim, type Run, type RunError, type RunFile } from "../model/run.ts";
import type { FailedRunsRepository } from "../records/failed-runs-repository.ts";
import type { FileStore } from "../records/file-store.ts";
import type { SeriesPublisher } from "../../frames/index.ts";
import type { JobFacts, NoteFacts } from "../../queues/jobs.ts";
import { refundRun } from "../runs/refund-run.ts";
import { failureAfter, isNobodysFault, isPassing, readerCrashed } from "./attempts.ts";
import { withHardwareWarnings, type ComparisonDeps } from "./compare-hardware.ts";
import type { FileReaders } from "./file-readers.ts";
import { createReprocessable } from "./find-reprocessable.ts";
import { readRunFile, withSameFileWarning, type Reading } from "./read-run-file.ts";
import { reprocessRun, type ReprocessOutcome } from "./reprocess-run.ts";
import { runEnded, type RunEndedDeps } from "./run-ended.ts";
import { stripArchive } from "./strip-archive.ts";

interface RunParserDeps extends RunEndedDeps, ComparisonDeps {
  accounts: Pick<Accounts, "personOf">;
  failures: Pick<FailedRunsRepository, "record">;
  accountsRepository: Pick<AccountsRepository, "addStoredBytes" | "subtractStoredBytes">;
  files: FileStore;
  fileReaders: FileReaders;
  seriesPublisher: SeriesPublisher;
  clock: Clock;
  config: Pick<Config, "PARSE_MAX_ATTEMPTS" | "SWEEP_AGE_MS">;
  logger: Logger;
  traces: Pick<Traces, "inSpan">;
}

interface ParseDeps extends RunParserDeps {
  /**
   * The lock with which a worker process that reads a file alone keeps its other files waiting. A file is read alone if
   * an earlier attempt to read the file has failed.
   */
  exclusion: ReturnType<typeof createExclusion>;
}

/** The service that reads the files of runs, for the workers and for the script that reads files again. */
export type RunParser = ReturnType<typeof createRunParser>;

/** How long a worker waits before it calls an unavailable store again. */
const STORE_RETRY_MS = 500;

/** The maximum number of attempts of a stopping worker to give up its claim on a run while the store is unavailable. */
const MAX_TRIES_OF_STOPPING = 4;

/** Creates the parser of the files of runs. */
export function createRunParser(deps: RunParserDeps) {
  const { runsRepository } = deps;
  const parseDeps = { ...deps, exclusion: createExclusion() };
  return {
    /**
     * Reads the file of a run and stores its result or its error. The function may be called repeatedly and by several
     * workers.
     * @param signal aborts the reading; the worker then returns its claim on the run
     * @param note receives facts for the log line of the job: account and submission of the run, and how the job ended
     * @throws the error of a failed attempt, so that the job is tried again. An attempt does not count if a store is
     * unavailable or the worker stops; the worker then gives up its claim. After PARSE_MAX_ATTEMPTS counted attempts
     * the run fails
     */
    parse: (runId: string, signal?: AbortSignal, note: NoteFacts = () => undefined): Promise<void> =>
      parseRun(parseDeps, runId, { signal, note }),

    /**
     * Reads the file of a complete or failed run again, and replaces all figures in one write. The run limit of the
     * account does not change. With `isDryRun`, writes nothing and returns the outcome that a real call would have.
     * @throws the store's error where a store is unavailable
     */
    reprocess: (run: Run, options: { isDryRun: boolean }): Promise<ReprocessOutcome> =>
      reprocessRun(deps, run, options),

    ...createReprocessable(runsRepository),

    /**
     * Replaces archives by the results that they contain. The method finds the complete and failed runs that still have
     * an archive, because a process crashed before it replaced the archive. Returns the number of archives.
     */
    stripArchives: async (limit: number): Promise<number> =>
      finishEach(await runsRepository.findArchives(limit), (run) => stripArchive(deps, run)),
  };
}

/**
 * Reads the file of a run. If the run is already complete or failed, takes the steps that are still missing instead: a
 * failed run must not count towards the account's monthly limit (`refundRun`), and no archive may stay stored. After a
 * failed attempt, or after a worker died while it read the file, the worker reads the file alone. A crash then affects
 * no other run, and the file is not blamed for the resources that other files use.
 */
async function parseRun(
  deps: ParseDeps,
  runId: string,
  { signal, note }: Pick<Parsing, "signal" | "note">,
): Promise<void> {
  const isParsed = await deps.exclusion.take(() => parseNew(deps, runId, { signal, note }), {
    isAlone: false,
  });
  if (isParsed) return;
  const run = await deps.runsRepository.find(runId);
  if (run) note(originOf(run));
  if (run?.refund_due) await refundRun(deps, run);
  if (run && isFinal(run)) await stripArchive(deps, run);
  if (!run?.file || isFinal(run)) {
    note({ outcome: "obsolete" });
    return;
  }
  const { file } = run;
  const claimAndParse = async () => {
    const claim = await deps.runsRepository.claim(run, deps.clock());
    if (claim) await parseClaimed(deps, { run, file, claim, signal, note });
    else note({ outcome: "obsolete" });
  };
  await deps.exclusion.take(claimAndParse, { isAlone: run.attempts > 0 });
}

/**
 * Claims a queued run if no attempt to read its file has counted so far, which is the usual case, and reads the file.
 * Returns false for any other run.
 */
async function parseNew(
  deps: ParseDeps,
  runId: string,
  { signal, note }: Pick<Parsing, "signal" | "note">,
): Promise<boolean> {
  const claimed = await deps.runsRepository.claimNew(runId, deps.clock());
  if (!claimed?.run.file) return false;
  const { run, claim } = claimed;
  note(originOf(run));
  await parseClaimed(deps, { run, file: claimed.run.file, claim, signal, note });
  return true;
}

/** Returns the account, the submission and the request of a run, as fields of a log line. */
function originOf({ account_id, submission_id, request_id }: Run): JobFacts {
  return { account_id, submission_id, ...(request_id !== undefined && { request_id }) };
}

interface Parsing {
  run: Run;
  file: RunFile;
  claim: Claim;
  signal: AbortSignal | undefined;
  note: NoteFacts;
}

/**
 * A claimed run, and the person for whom a failure of the run is recorded; null if the account was already deleted when
 * the run was claimed.
 */
interface Attempt extends Parsing {
  personId: () => Promise<string | null>;
}

/**
 * Reads the file of a claimed run, and completes or fails the run. A worker that loses its claim while it reads the
 * file does not change the run.
 */
async function parseClaimed(deps: ParseDeps, parsing: Parsing): Promise<void> {
  const { config } = deps;
  const { run, claim, note } = parsing;
  const attempt = { ...parsing, personId: askPerson(deps, run) };
  note({ run_attempts: run.attempts + 1, fencing_token: claim.fencingToken });
  if (run.attempts >= config.PARSE_MAX_ATTEMPTS) {
    await fail(deps, attempt, readerCrashed());
    return;
  }
  const heartbeat = startHeartbeat(deps, claim);
  try {
    const outcome = await read(deps, attempt);
    if ("code" in outcome) await fail(deps, attempt, outcome);
    else await complete(deps, attempt, outcome);
  } catch (error) {
    await endAttempt(deps, attempt, error);
    throw error;
  } finally {
    await heartbeat.stop();
  }
  await stripArchive(deps, run);
}

/**
 * Queries the person who owns a run's account before the file is read, because the account may be deleted meanwhile.
 * Returns a function that resolves with the id of the person, and that repeats the query if it failed.
 */
function askPerson({ accounts }: RunParserDeps, { account_id }: Run): Attempt["personId"] {
  const asked = accounts.personOf(account_id);
  asked.catch(() => undefined);
  return () => asked.catch(() => accounts.personOf(account_id));
}

/** Renews the worker's claim on a run until the heartbeat is stopped, so that no sweep queues the run again. */
function startHeartbeat({ runsRepository, clock, config }: RunParserDeps, claim: Claim) {
  // Ignore errors of a renewal of the claim, because the next heartbeat renews the claim. Do not await a renewal,
  // because a renewal that waits for MongoDB must not delay the next one, which uses another connection.
  const beat = async () => void runsRepository.renewClaim(claim, clock()).catch(() => undefined);
  return every(config.SWEEP_AGE_MS / 3, beat, { isFirstDelayed: true });
}

async function read(
  { files, fileReaders, traces }: RunParserDeps,
  { run, file, signal }: Parsing,
): Promise<Reading | RunError> {
  signal?.throwIfAborted();
  const span = { name: "read file", kind: "step", facts: { "file.bytes": file.bytes } } as const;
  return traces.inSpan(span, async ({ note, fail }) => {
    const content = files.open(storedContentOf(file));
    const abortable = signal ? addAbortSignal(signal, content) : content;
    const outcome = await readRunFile(fileReaders, abortable, { ...run, signal });
    if ("code" in outcome) fail(outcome.code);
    else note({ "file.reader_version": READER_VERSION });
    return outcome;
  });
}

async function complete(
  deps: RunParserDeps,
  { run, claim, note }: Attempt,
  { figures, series, channels }: Reading,
): Promise<void> {
  const { runsRepository, clock } = deps;
  const [compared, isRepeated] = await Promise.all([
    withHardwareWarnings(deps, run, figures),
    runsRepository.hasSameMeasurement({ ...run, ...figures }),
  ]);
  const result = withSameFileWarning(compared, isRepeated);
  const at = clock();
  const isComplete = await deps.seriesPublisher.publish({
    key: claim,
    series,
    channels,
    metrics: result.metrics,
    at,
    write: (stored) => runsRepository.complete(claim, { ...result, ...stored }, at),
  });
  note({ outcome: isComplete ? "complete" : "obsolete" });
  if (isComplete) await runEnded(deps, run, null);
}

/**
 * Fails a run whose file cannot be read. The failure is recorded before the run stops counting as waiting, and even if
 * the worker has lost its claim: otherwise deleting the run or its account would avoid the limit of failed runs.
 */
async function fail(
  deps: RunParserDeps,
  { run, claim, personId: askedPerson, note }: Attempt,
  error: RunError,
): Promise<void> {
  const personId = await askedPerson();
  if (personId !== null) await deps.failures.record(run._id, personId);
  const isFailed = await deps.runsRepository.fail(claim, error, READER_VERSION, deps.clock());
  note(isFailed ? { outcome: "failed", code: error.code } : { outcome: "obsolete" });
  if (isFailed) await runEnded(deps, run, error);
}

/**
 * Ends an attempt to read a file that threw an error. An attempt does not count if a store is unavailable or the worker
 * stops: the worker then gives up its claim. The last counted attempt fails the run.
 */
async function endAttempt(deps: RunParserDeps, attempt: Attempt, error: unknown): Promise<void> {
  const { runsRepository, clock, config } = deps;
  const { run, claim, signal, note } = attempt;
  if (signal?.aborted || isNobodysFault(error)) {
    note({ outcome: "given_back" });
    await onceStoreAnswers(() => runsRepository.giveBack(claim, clock()), signal);
    return;
  }
  const isLast = run.attempts + 1 >= config.PARSE_MAX_ATTEMPTS;
  note({ outcome: "retried" });
  await onceStoreAnswers(
    () =>
      isLast ? fail(deps, attempt, failureAfter(error)) : runsRepository.queueNextAttempt(claim, clock()),
    signal,
  );
}

/**
 * Retries a write about a run until MongoDB answers. Without the write, the service would later assume that the file
 * had crashed the worker. A worker that stops retries only a few times.
 */
async function onceStoreAnswers(write: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  for (let triesOfStopping = 0; ;) {
    try {
      await write();
      return;
    } catch (error) {
      if (signal?.aborted) triesOfStopping += 1;
      if (!isPassing(error) || triesOfStopping === MAX_TRIES_OF_STOPPING) throw error;
    }
    await sleep(STORE_RETRY_MS);
  }
}
