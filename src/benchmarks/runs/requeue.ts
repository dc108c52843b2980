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

/** How many runs are looked after at a time. Other work of the process and of Redis comes in between. */
const BATCH = 200;

/**
 * How many runs of each status one round looks after at most. Mostly they merely wait for long, so a round costs the same however many of
 * them wait. After a loss of Redis a round adds more jobs than workers read until the next one.
 */
const MOST_IN_A_ROUND = 2000;

/** A file that has waited for so long is moved to the front, so that none waits for ever, however many others have a better priority. */
const FRONT_AGE_MS = 10 * 60_000;

/** How many files a round moves to the front: so few that the priorities decide about most. */
const MOST_TO_FRONT = 5;

/**
 * Queues the jobs again of unfinished runs that were last touched before a moment and have none, and moves the files to the front that have
 * waited for longest. Begins with the runs that were not touched for the longest time; a run that was looked after counts as touched, so
 * each comes round. Returns how many runs had no job.
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
 * Queues the jobs again of all runs that were unfinished when it began and have none, however many there are. Returns how many runs were
 * looked at, and how many had none.
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
 * Creates what looks after runs: it queues those that have no job, touches all of them, and returns how many had none. Nobody knows the
 * priority of a job that was lost, so the first one of each account comes first, then the second one of each, and so on.
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

/** Compares runs by when they were sent, those of one form by their places in it. */
const bySending = (a: JobRun, b: JobRun) =>
  a.created_at.getTime() - b.created_at.getTime() || a.sequence - b.sequence;

function queuedRunOf({ _id, fencing_token, account_id }: JobRun) {
  return { runId: _id, fencingToken: fencing_token, accountId: account_id };
}
