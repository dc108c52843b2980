import { inPages } from "../../account-data.ts";
import type { Actor } from "../../authorization.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import { GoneError, NotFoundError } from "../../errors.ts";
import type { FramesOfRun } from "../../frames/index.ts";
import type { Clock } from "../../infra/clock.ts";
import type { RedisChannel } from "../../infra/redis-channel.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import type { RunStanding, Standings } from "../../standings/index.ts";
import type { Figures } from "../figures/figures.ts";
import { isFinal, storedContentOf, type Run } from "../model/run.ts";
import { allRunsOf } from "../model/submission.ts";
import { suspicionOf } from "../model/suspicion.ts";
import { runPolicy } from "../policies.ts";
import type { FileStore } from "../records/file-store.ts";
import type { RunListQuery, RunsRepository } from "../records/runs-repository.ts";
import { deleteRuns, type DeleteDeps } from "./delete-runs.ts";
import { countEach, priorityOf } from "./file-priority.ts";
import { framesOfRun } from "./frames-of-run.ts";
import { createRunFinder, findRankedRun, findRun, type RunWithBuild } from "./find-run.ts";
import { requeueAll, requeueOverdue } from "./requeue.ts";
import { refundRun } from "./refund-run.ts";
import { createRunWaiter } from "./run-waiter.ts";

type RunsDeps = DeleteDeps & {
  files: Pick<FileStore, "remove" | "open" | "has">;
  standings: Pick<Standings, "ofRun">;
  buildsRepository: Pick<BuildsRepository, "find">;
  figures: Pick<Figures, "countOf">;
  queue: Pick<JobQueue, "parseRun" | "parseRuns" | "withoutJob" | "moveToFront">;
  finalRuns: Pick<RedisChannel, "listen" | "subscription">;
  securityEvents: SecurityEvents;
  clock: Clock;
};

/** How many runs one step of a deletion deletes at most. */
const BATCH = 200;

/** Finds, waits for, lists, deletes and retries the runs of builds. */
export type Runs = ReturnType<typeof createRuns>;

/** Creates the service for runs. */
export function createRuns(deps: RunsDeps) {
  const { standings } = deps;
  const waiter = createRunWaiter(deps);
  const find = createRunFinder(deps);

  return {
    /** Returns a run. @throws NotFoundError */
    get: async (runId: string): Promise<Run> => (await find(runId)).run,

    /** Returns what a run says of its frames; loads none. @throws NotFoundError whose message says why the run has none */
    framesOf: async (runId: string): Promise<FramesOfRun> => framesOfRun((await find(runId)).run),

    /** Returns a run with its build. @throws NotFoundError */
    find,

    /** Returns a run as rankings see it, with its build; null where there is none. */
    findRanked: (runId: string) => findRankedRun(find, runId),

    /**
     * Returns a run with its build once it is complete or failed, or as it is after the time limit. Works while Redis is unavailable.
     * @param clientGone ends the wait: both are returned as they were at its beginning
     * @throws NotFoundError
     */
    waitFor: async (runId: string, timeoutMs: number, clientGone: AbortSignal): Promise<RunWithBuild> => {
      const found = await find(runId);
      if (isFinal(found.run)) return found;
      await waiter.wait(runId, timeoutMs, clientGone);
      // Looked up again, because its build may have been deleted meanwhile.
      return clientGone.aborted ? found : find(runId);
    },

    /** Returns where a run stands among comparable ones: null where it is not ranked, undefined where nobody can tell for now. */
    standingOf: ({ run, build }: RunWithBuild): Promise<RunStanding | null | undefined> =>
      standings.ofRun({ ...run, suspect: suspicionOf(run) }, build),

    /** Ends all waits, also waits that begin later, because the process is about to stop. */
    stopWaiting: (): void => waiter.stop(),

    /** Returns the file of a run that the caller submitted: see `fileOf`. */
    fileOf: (runId: string, caller: Actor) => fileOf(deps, runId, caller),

    /** Queues failed runs again whose file is still kept, and yields each. Nothing is charged: their units were given back and stay given back. */
    retryFailed: (selection: RetrySelection) => retryFailed(deps, selection),

    ...createLists(deps),
    ...createDeletions(deps),
    ...createRunSweeps(deps),
  };
}

/** The methods that list runs. */
function createLists({ runsRepository, figures }: RunsDeps) {
  return {
    /** Returns one page of a build's runs, newest first, and how many the build has in all. */
    listOf: async (buildId: number, query: RunListQuery) => {
      const [found, total] = await Promise.all([
        runsRepository.listOf(buildId, query),
        figures.countOf(buildId, query.benchmark_id),
      ]);
      return { runs: found, total };
    },

    /** Returns the newest complete runs of all builds that are not suspect, the newest first. */
    listNewest: (limit: number): Promise<Run[]> => runsRepository.listNewest(limit),

    /** Returns one page of the runs that an account has submitted, newest first, and whether there are more behind it. */
    listOfAccount: async (accountId: string, { page, limit }: { page: number; limit: number }) => {
      const found = await runsRepository.listOfAccount(accountId, {
        skip: (page - 1) * limit,
        limit: limit + 1,
      });
      return { runs: found.slice(0, limit), hasMore: found.length > limit };
    },
  };
}

/** The methods that delete runs for their owners, and those of builds that are gone. */
function createDeletions(deps: RunsDeps) {
  const { runsRepository, ledger, securityEvents } = deps;
  return {
    /**
     * Deletes a run. That an admin did it is recorded.
     * @param address the caller's; null where no client asks for it
     * @throws NotFoundError, NotAllowedError
     */
    delete: async (runId: string, caller: Actor, address: string | null = null): Promise<void> => {
      const run = await findRun(deps, runId);
      runPolicy.require(caller, "delete a run", run);
      await deleteRuns(deps, [run]);
      const { account_id, role } = caller;
      if (role === "admin") securityEvents.record("deleted_by_admin", { account_id, address, run_id: runId });
    },

    /**
     * Deletes some runs of a build; where none is stored, the runs of its pending submissions, which are not created yet. May run
     * any number of times. Returns whether runs may be left.
     */
    deleteSomeOfBuild: async (buildId: number): Promise<boolean> => {
      const found = await runsRepository.findOfBuild(buildId, BATCH);
      if (found.length > 0) {
        await deleteRuns(deps, found);
        return true;
      }
      const findPending = (afterId = "") => ledger.findPendingOfBuild(buildId, afterId, BATCH);
      for await (const submission of inPages(findPending)) await deleteRuns(deps, allRunsOf(submission));
      return (await runsRepository.findOfBuild(buildId, 1)).length > 0;
    },
  };
}

/** The methods for sweeps over runs that a dead process left unfinished. */
function createRunSweeps(deps: RunsDeps) {
  const { runsRepository, ledger } = deps;
  return {
    /** Finishes the deletion of runs. Returns how many. */
    finishDeleting: async (limit: number): Promise<number> =>
      finishEach(await runsRepository.findDeleting(limit), (run) => deleteRuns(deps, [run])),

    /** Gives back the units of failed runs that are still due. Returns how many. */
    refundDue: async (limit: number): Promise<number> =>
      finishEach(await runsRepository.findRefundsDue(limit), (run) => refundRun(deps, run)),

    /**
     * Gives back, in the ledger, the units of an account's failed runs that are still due. The counter of the account, which is
     * being deleted, is not rebuilt: that would need Redis, without which a deletion must go on.
     */
    refundAllOf: async (accountId: string): Promise<void> => {
      for (let due: Run[]; (due = await runsRepository.findRefundsDueOf(accountId, BATCH)).length > 0;)
        await finishEach(due, async (run) => {
          await ledger.refund(run.submission_id, run._id);
          await runsRepository.clearRefundDue(run._id);
        });
    },

    /**
     * Queues the jobs again of all unfinished runs that have none. Returns how many runs were looked at, and how many had none.
     * @param options.isDryRun true where nothing is to be queued
     */
    requeueAll: ({ isDryRun }: { isDryRun: boolean }) => requeueAll(deps, isDryRun),

    /** Queues the jobs again of runs that were not touched since a moment and have none: see `requeueOverdue`. Returns how many. */
    requeueOverdue: (before: Date, signal?: AbortSignal): Promise<number> =>
      requeueOverdue(deps, before, signal),
  };
}

/**
 * Returns the file of a run that the caller submitted. Its stream fails where the stored bytes are not those that were sent.
 * @throws NotAllowedError, GoneError; NotFoundError where no file is stored, and as long as the file is an archive
 */
async function fileOf(deps: RunsDeps, runId: string, caller: Actor) {
  const run = await findRun(deps, runId);
  runPolicy.require(caller, "download the file of a run", run);
  const { file } = run;
  if (!file) throw new NotFoundError(`Run ${runId} has no file: its score was typed in.`);
  if (file.expired_at)
    throw new GoneError(
      `The file of run ${runId} was removed on ${file.expired_at.toISOString().slice(0, 10)}: ` +
        "the files of failed runs are kept for some days only. The run stays, with the reason why it failed.",
    );
  if (file.is_removed) throw new NotFoundError(`Nothing of the archive of run ${runId} could be kept.`);
  // It is replaced at any moment, which would break its download off.
  if (file.is_archive)
    throw new NotFoundError(
      `The file of run ${runId} cannot be downloaded yet: of the archive that was sent only the result in it is kept. ` +
        "Ask again once the run is complete or failed.",
    );
  if (!(await deps.files.has(file.file_id))) throw new NotFoundError(`The file of run ${runId} is lost.`);
  const stored = storedContentOf(file);
  return { name: stored.name, bytes: stored.bytes, content: deps.files.open(stored) };
}

interface RetrySelection {
  /** The error codes of the runs; null = any. */
  codes: readonly string[] | null;
  /** Only this run. */
  runId?: string | undefined;
  /** Changes nothing and only yields the runs that would be queued. */
  isDryRun: boolean;
}

/** Returns a run by itself, where it has failed with one of these error codes, and its file is still kept. */
async function findOneFailed(
  runsRepository: Pick<RunsRepository, "find">,
  runId: string,
  codes: readonly string[] | null,
): Promise<Run[]> {
  const run = await runsRepository.find(runId);
  const isFailed = run?.status === "failed" && run.file?.is_removed !== true;
  return run && isFailed && (codes?.includes(run.error?.code ?? "") ?? true) ? [run] : [];
}

async function* retryFailed(
  { runsRepository, queue, clock }: RunsDeps,
  { codes, runId, isDryRun }: RetrySelection,
): AsyncGenerator<Run> {
  const countRetried = countEach();
  const found =
    runId === undefined
      ? runsRepository.findFailed(codes)
      : await findOneFailed(runsRepository, runId, codes);
  for await (const run of found) {
    if (!isDryRun) {
      const fencingToken = await runsRepository.requeue(run, clock());
      if (fencingToken === null) continue;
      // As with a form: each further file of an account comes one later.
      const first = await priorityOf({ runsRepository, clock }, run.account_id);
      const priority = first + countRetried(run.account_id) - 1;
      await queue.parseRun({ runId: run._id, fencingToken, priority });
    }
    yield run;
  }
}
