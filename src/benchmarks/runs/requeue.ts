import { inBatches } from "../../infra/batches.ts";
import type { Clock } from "../../infra/clock.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import type { JobRun } from "../records/run-searches.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { countEach } from "./file-priority.ts";

interface RequeueDeps {
  runsRepository: Pick<
    RunsRepository,
    "findUntouched" | "findUnfinished" | "findOldestQueued" | "touchQueued"
  >;
  queue: Pick<JobQueue, "parseRuns" | "withoutJob" | "moveToFront">;
  clock: Clock;
}

/** Number of runs in a batch. Between batches, the process and Redis do other work. */
const BATCH = 200;

/**
 * Maximum number of runs of each status that one round checks. Most of these runs merely wait for long, so a round
 * costs the same however many runs wait. After a loss of Redis, one round still adds more jobs than workers finish
 * before the next round.
 */
const MOST_IN_A_ROUND = 2000;

/**
 * A file that has waited for FRONT_AGE_MS is moved to the front of the queue, so that no file waits forever, however
 * many files have a better priority.
 */
const FRONT_AGE_MS = 10 * 60_000;

/** How many files a round moves to the front: few enough that the priorities decide about most files. */
const MOST_TO_FRONT = 5;

/**
 * Queues jobs again for unfinished runs that were last touched before a moment and have no job, and moves the files
 * that have waited longest to the front. Begins with the runs that were not touched for the longest time; a checked run
 * counts as touched, so that every run is checked in some round. Returns how many runs had no job.
 */
export async function requeueOverdue(
  deps: RequeueDeps,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { runsRepository, queue, clock } = deps;
  const requeueLost = createRequeue(deps);
  const untouched = await runsRepository.findUntouched(before, MOST_IN_A_ROUND);
  let lost = 0;
  for await (const batch of inBatches(untouched.toSorted(bySending), BATCH)) {
    if (signal?.aborted) break;
    lost += await requeueLost(batch);
  }
  const isOld = new Date(clock().getTime() - FRONT_AGE_MS);
  await queue.moveToFront((await runsRepository.findOldestQueued(isOld, MOST_TO_FRONT)).map(queuedRunOf));
  return lost;
}

/**
 * Queues jobs again for all runs that were unfinished at the beginning of the call and have no job, however many runs
 * there are. Returns how many runs were checked, and how many had no job.
 * @param isDryRun true where nothing is to be queued
 */
export async function requeueAll(deps: RequeueDeps, isDryRun: boolean) {
  const { runsRepository, queue, clock } = deps;
  const requeueLost = createRequeue(deps);
  const counts = { unfinished: 0, lost: 0 };
  for await (const batch of inBatches(runsRepository.findUnfinished(clock()), BATCH)) {
    counts.unfinished += batch.length;
    counts.lost += isDryRun
      ? (await queue.withoutJob(batch.map(queuedRunOf))).length
      : await requeueLost(batch);
  }
  return counts;
}

/**
 * Creates a function that checks runs: it queues the runs that have no job, touches all given runs, and returns how
 * many had no job. The priority of a lost job is unknown, so the first lost job of each account comes first, then the
 * second lost job of each account, and so on.
 */
function createRequeue({ runsRepository, queue, clock }: RequeueDeps) {
  const countLost = countEach();
  return async (batch: readonly JobRun[]): Promise<number> => {
    const lost = await queue.withoutJob(batch.map(queuedRunOf));
    if (lost.length > 0)
      await queue.parseRuns(lost.map((run) => ({ ...run, priority: countLost(run.accountId) })));
    await runsRepository.touchQueued(
      batch.map(({ _id }) => _id),
      clock(),
    );
    return lost.length;
  };
}

/** Compares runs by the time when they were sent, and runs of one form by their places in the form. */
const bySending = (a: JobRun, b: JobRun) =>
  a.created_at.getTime() - b.created_at.getTime() || a.sequence - b.sequence;

function queuedRunOf({ _id, fencing_token, account_id }: JobRun) {
  return { runId: _id, fencingToken: fencing_token, accountId: account_id };
}
