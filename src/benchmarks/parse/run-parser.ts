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
import { withSettingWarnings } from "./compare-settings.ts";
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
  /** Keeps a run of which a worker died apart from the other runs of this worker. */
  exclusion: ReturnType<typeof createExclusion>;
}

/** Reads the files of runs, in the workers and in the script that reads them again. */
export type RunParser = ReturnType<typeof createRunParser>;

/** How long a worker waits before it asks again for a store that is unavailable. */
const STORE_RETRY_MS = 500;

/** How often a worker that stops asks a store that is unavailable to take a claim back. */
const MAX_TRIES_OF_STOPPING = 4;

/** Creates the parser of the files of runs. */
export function createRunParser(deps: RunParserDeps) {
  const { runsRepository } = deps;
  const parseDeps = { ...deps, exclusion: createExclusion() };
  return {
    /**
     * Reads the file of a run and stores its result or its error. May be called any number of times, by any number of workers.
     * @param signal aborts the reading: the claim is then given back
     * @param note is told what the log is to say of the job: whose run it is, and how the job ended
     * @throws errors that may pass by themselves, after giving the claim back: the job is to be tried again. What is not the
     * fault of a store, or of a worker that stops, is tried PARSE_MAX_ATTEMPTS times; then the run fails
     */
    parse: (runId: string, signal?: AbortSignal, note: NoteFacts = () => undefined): Promise<void> =>
      parseRun(parseDeps, runId, { signal, note }),

    /**
     * Reads the file of a complete or failed run again. One write replaces the old figures by the new figures. Nothing is
     * charged and no unit is given back. With `isDryRun` it writes nothing and returns the outcome that it would have.
     * @throws the store's error where a store is unavailable
     */
    reprocess: (run: Run, options: { isDryRun: boolean }): Promise<ReprocessOutcome> =>
      reprocessRun(deps, run, options),

    ...createReprocessable(runsRepository),

    /** Strips the archives of final runs, which a dead process has left. Returns how many. */
    stripArchives: async (limit: number): Promise<number> =>
      finishEach(await runsRepository.findArchives(limit), (run) => stripArchive(deps, run)),
  };
}

/**
 * Finishes a final run, and claims and reads any other. A file that an attempt has failed to read, or with which a worker has died, is
 * read alone: then no other run is lost with it again, and it is not blamed for what others take of the machine.
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

/** Reads a file that nobody has tried to read yet, as nearly all are. Returns false for a run that is another one. */
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

/** Whose run it is, and where it comes from, for the log. */
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

/** A claimed run, and whose failures are counted should it fail: nobody's where its account was gone when it was claimed. */
interface Attempt extends Parsing {
  personId: () => Promise<string | null>;
}

/** Reads the file of a claimed run, and completes or fails the run. A worker that loses its claim meanwhile writes nothing. */
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

/** Asks for the person at once, because the account may be deleted while the file is read; a second time where that failed. */
function askPerson({ accounts }: RunParserDeps, { account_id }: Run): Attempt["personId"] {
  const asked = accounts.personOf(account_id);
  asked.catch(() => undefined);
  return () => asked.catch(() => accounts.personOf(account_id));
}

/** Renews a claim until it is stopped: a sweep queues a run again that was not touched for SWEEP_AGE_MS. */
function startHeartbeat({ runsRepository, clock, config }: RunParserDeps, claim: Claim) {
  // A lost heartbeat is harmless; the next one renews the claim. A renewal is not awaited: one that waits for MongoDB must not
  // hold up the next, which goes out on another connection.
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
  { figures, series }: Reading,
): Promise<void> {
  const { runsRepository, clock } = deps;
  const [compared, isRepeated] = await Promise.all([
    withHardwareWarnings(deps, run, withSettingWarnings(run, figures)),
    runsRepository.hasSameMeasurement({ ...run, ...figures }),
  ]);
  const result = withSameFileWarning(compared, isRepeated);
  const at = clock();
  const isComplete = await deps.seriesPublisher.publish({
    key: claim,
    series,
    metrics: result.metrics,
    at,
    write: (frame_series) => runsRepository.complete(claim, { ...result, frame_series }, at),
  });
  note({ outcome: isComplete ? "complete" : "obsolete" });
  if (isComplete) await runEnded(deps, run, null);
}

/**
 * Fails a run whose file cannot be read. The failure is recorded before the run stops to count as waiting, and also where the
 * claim is lost because the run or its account was deleted meanwhile: reading the file has failed all the same.
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
 * Ends an attempt that came to an error. It does not count where a store is unavailable or the worker stops: the claim is then
 * given back. The last attempt that counts fails the run.
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
 * Writes as soon as the store answers: a claim that is not ended counts against its file as if the worker had died. A worker that
 * stops tries it a few times only.
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
