import { inPages } from "../../account-data.ts";
import type { Actor } from "../../authorization.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import { GoneError, NotFoundError } from "../../errors.ts";
import type { FramesOfRun, FrameView } from "../../frames/index.ts";
import type { Clock } from "../../infra/clock.ts";
import type { RedisChannel } from "../../infra/redis-channel.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import type { RunStanding, Standings } from "../../standings/index.ts";
import type { Figures } from "../figures/figures.ts";
import { isFinal, storedContentOf, type Run } from "../model/run.ts";
import { allRunsOf } from "../model/submission.ts";
import { unrankedOf } from "../model/unranked.ts";
import { runPolicy } from "../policies.ts";
import type { FileStore } from "../records/file-store.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import type { RunChanges } from "../submit/details-schema.ts";
import { changeRun } from "./change-run.ts";
import { deleteRuns, type DeleteDeps } from "./delete-runs.ts";
import { countEach, priorityOf } from "./file-priority.ts";
import { framesOfRun } from "./frames-of-run.ts";
import { createRunFinder, findRankedRun, findRun, type RunWithBuild } from "./find-run.ts";
import { requeueAll, requeueOverdue } from "./requeue.ts";
import { refundRun } from "./refund-run.ts";
import { createRunLists } from "./run-lists.ts";
import { createRunWaiter } from "./run-waiter.ts";

type RunsDeps = DeleteDeps & {
  files: Pick<FileStore, "remove" | "open" | "has">;
  standings: Pick<Standings, "ofRun" | "markChanged">;
  buildsRepository: Pick<BuildsRepository, "find" | "findHiddenIds">;
  figures: Pick<Figures, "countOf">;
  queue: Pick<JobQueue, "parseRun" | "parseRuns" | "withoutJob" | "moveToFront">;
  finalRuns: Pick<RedisChannel, "listen" | "subscription">;
  securityEvents: SecurityEvents;
  clock: Clock;
};

/** How long a client waits for a run to be complete or failed, and who the client is. */
interface RunWait {
  timeoutMs: number;
  clientGone: AbortSignal;
  /** The caller who waits for the run; null for an anonymous caller. */
  viewer: Actor | null;
}

/** The maximum number of runs that one step deletes when a build is deleted. */
const BATCH = 200;

/** The service that finds, waits for, lists, deletes and retries the runs of builds. */
export type Runs = ReturnType<typeof createRuns>;

/** Creates the service that finds, waits for, lists, deletes, refunds and queues runs. */
export function createRuns(deps: RunsDeps) {
  const { standings } = deps;
  const waiter = createRunWaiter(deps);
  const find = createRunFinder(deps);

  return {
    ...createReads(find),

    /**
     * Returns a run with its build once the run is complete or failed, or in its present state after the time limit.
     * The method works while Redis is unavailable, too.
     * @param wait.clientGone ends the wait; the method then returns run and build as they were at the beginning of the
     *   wait
     * @throws NotFoundError if there is no run that the viewer may see
     */
    waitFor: async (runId: string, { timeoutMs, clientGone, viewer }: RunWait): Promise<RunWithBuild> => {
      const found = await find(runId, viewer);
      if (isFinal(found.run)) return found;
      await waiter.wait(runId, timeoutMs, clientGone);
      // Find the run again after the wait, because its build may have been deleted meanwhile.
      return clientGone.aborted ? found : find(runId, viewer);
    },

    /**
     * Returns the standing (rank) of a run among comparable runs. Null where the run is not ranked; undefined if the
     * standing cannot be looked up at the moment.
     */
    standingOf: ({ run, build }: RunWithBuild): Promise<RunStanding | null | undefined> =>
      standings.ofRun({ ...run, unranked: unrankedOf(run) }, build),

    /**
     * Ends all waits for runs, and each later wait as soon as it begins. The process calls this method when it is about
     * to stop.
     */
    stopWaiting: (): void => waiter.stop(),

    /** Returns the file of a run that the caller submitted. @throws the errors of `fileOf` */
    fileOf: (runId: string, caller: Actor) => fileOf(deps, runId, caller),

    /**
     * Queues failed runs again whose file is still stored, and yields each of them. The runs stay refunded: they do not
     * count towards the monthly limit again.
     */
    retryFailed: (selection: RetrySelection) => retryFailed(deps, selection),

    ...createRunLists(deps),
    ...createOwnerActions(deps, find),
    ...createRunSweeps(deps),
  };
}

/** Creates the methods that read single runs. */
function createReads(find: ReturnType<typeof createRunFinder>) {
  return {
    /** Returns the run with the given id. @throws NotFoundError if there is no run that the viewer may see */
    get: async (runId: string, viewer: Actor | null = null): Promise<Run> => (await find(runId, viewer)).run,

    /**
     * Returns the reference of a run to its frame times, without loading the frame times.
     * @throws NotFoundError whose message says why the run has no frame times
     */
    framesOf: async (runId: string, view?: FrameView["kind"]): Promise<FramesOfRun> =>
      framesOfRun((await find(runId)).run, view),

    /** Returns a run with its build. @throws NotFoundError if there is no run that the viewer may see */
    find,

    /** Returns the data of a run that rankings use, with the run's build; null where there is no such run. */
    findRanked: (runId: string) => findRankedRun(find, runId),
  };
}

/** Creates the methods that change and delete runs for their owners, and that delete the runs of deleted builds. */
function createOwnerActions(deps: RunsDeps, find: ReturnType<typeof createRunFinder>) {
  const { runsRepository, ledger, securityEvents } = deps;
  return {
    /**
     * Changes what the submitter of a run has typed (label, game and settings), and updates the rankings. Returns the
     * run with its build.
     * @throws NotFoundError, NotAllowedError; InvalidInputError where a game is typed although the file names a game,
     * or is not read yet; TryAgainError
     */
    change: async (runId: string, caller: Actor, changes: RunChanges): Promise<RunWithBuild> => {
      await changeRun(deps, runId, { caller, changes });
      return find(runId, caller);
    },

    /**
     * Deletes a run. A deletion by an admin is recorded in the log of security events.
     * @param address the address of the client; null where no client requests the deletion
     * @throws NotFoundError, NotAllowedError
     */
    delete: async (runId: string, caller: Actor, address: string | null = null): Promise<void> => {
      const run = await findRun(deps, runId, caller);
      runPolicy.require(caller, "delete a run", run);
      await deleteRuns(deps, [run]);
      const { account_id, role } = caller;
      const { account_id: owner_id } = run;
      if (role === "admin")
        securityEvents.record("deleted_by_admin", { account_id, address, owner_id, run_id: runId });
    },

    /**
     * Deletes some of the runs of a build. If no run of the build is stored, deletes runs of its pending submissions
     * that are not created yet. The method may be called repeatedly. Returns whether the build may have more runs.
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

/** Creates the methods of sweeps, which finish work on runs that a dead process left unfinished. */
function createRunSweeps(deps: RunsDeps) {
  const { runsRepository, ledger } = deps;
  return {
    /** Finishes interrupted deletions of runs. Returns the number of deleted runs. */
    finishDeleting: async (limit: number): Promise<number> =>
      finishEach(await runsRepository.findDeleting(limit), (run) => deleteRuns(deps, [run])),

    /** Refunds failed runs that still count towards a monthly limit. Returns the number of refunded runs. */
    refundDue: async (limit: number): Promise<number> =>
      finishEach(await runsRepository.findRefundsDue(limit), (run) => refundRun(deps, run)),

    /**
     * Refunds an account's failed runs that are not refunded yet. The account is being deleted, so its run counter in
     * Redis is not updated: the deletion must work while Redis is unavailable.
     */
    refundAllOf: async (accountId: string): Promise<void> => {
      for (let due: Run[]; (due = await runsRepository.findRefundsDueOf(accountId, BATCH)).length > 0;)
        await finishEach(due, async (run) => {
          await ledger.refund(run.submission_id, run._id);
          await runsRepository.clearRefundDue(run._id);
        });
    },

    /**
     * Queues jobs again for all unfinished runs that have no job. Returns how many runs were checked, and how many had
     * no job.
     * @param options.isDryRun true to count only, and queue nothing
     */
    requeueAll: ({ isDryRun }: { isDryRun: boolean }) => requeueAll(deps, isDryRun),

    /**
     * Queues jobs again for runs that were not touched since a given moment and have no job: see `requeueOverdue`.
     * Returns the number of these runs.
     */
    requeueOverdue: (before: Date, signal?: AbortSignal): Promise<number> =>
      requeueOverdue(deps, before, signal),
  };
}

/**
 * Returns the file of a run that the caller submitted. The stream fails where the stored bytes of the file differ from
 * the sent bytes.
 * @throws NotAllowedError, GoneError; NotFoundError where no file is stored, and as long as the file is an archive
 */
async function fileOf(deps: RunsDeps, runId: string, caller: Actor) {
  const run = await findRun(deps, runId, caller);
  runPolicy.require(caller, "download the file of a run", run);
  const { file } = run;
  if (!file) throw new NotFoundError(`Run ${runId} has no file: its score was typed in.`);
  if (file.expired_at)
    throw new GoneError(
      `The file of run ${runId} was removed on ${file.expired_at.toISOString().slice(0, 10)}: ` +
        "the service stores the files of failed runs for some days only. The run and the reason of the failure are still stored.",
    );
  if (file.is_removed)
    throw new NotFoundError(`Run ${runId} has no file: no part of its archive could be stored.`);
  // Refuse to send an archive, because its result file may replace it at any moment, which would interrupt the
  // download.
  if (file.is_archive)
    throw new NotFoundError(
      `The file of run ${runId} cannot be downloaded yet: the service stores only the result in an archive, and has not unpacked this archive. ` +
        "Ask again once the run is complete or failed.",
    );
  if (!(await deps.files.has(file.file_id)))
    throw new NotFoundError(`The service has lost the file of run ${runId}.`);
  const stored = storedContentOf(file);
  return { name: stored.name, bytes: stored.bytes, content: deps.files.open(stored) };
}

interface RetrySelection {
  /** The error codes of the failed runs to select; null selects runs with any error code. */
  codes: readonly string[] | null;
  /** The id of the only run to select; absent to select all failed runs. */
  runId?: string | undefined;
  /** True to queue no run, and only yield the runs that would be queued again. */
  isDryRun: boolean;
}

/**
 * Returns a list with the run, if it has failed with one of the given error codes and its file is still stored; else an
 * empty list.
 */
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
      // Add 1 to the priority number of each further file of an account, as if the account had sent the files in one
      // form.
      const first = await priorityOf({ runsRepository, clock }, run.account_id);
      const priority = first + countRetried(run.account_id) - 1;
      await queue.parseRun({ runId: run._id, fencingToken, priority });
    }
    yield run;
  }
}
