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

/**
 * The number of runs that one batch checks and queues. Between two batches, the process and Redis can do other work.
 */
const BATCH = 200;

/**
 * The maximum number of runs of each status that one round of the sweep checks, so that a round stays cheap even if
 * very many runs wait. Even with this maximum, a round after a loss of Redis adds more jobs than workers finish before
 * the next round.
 */
const MOST_IN_A_ROUND = 2000;

/**
 * The time, in ms, after which a waiting file is moved to the front of the queue. Otherwise files with a better
 * priority might keep the file waiting for ever.
 */
const FRONT_AGE_MS = 10 * 60_000;

/**
 * The maximum number of files that one round of the sweep moves to the front of the queue. The number is small, so that
 * priorities decide about most files.
 */
const MOST_TO_FRONT = 5;

/**
 * Queues jobs again for unfinished runs that were last touched before a given moment and have no job, and moves the
 * files that have waited longest to the front. The runs that were not touched for the longest time come first. Checking
 * a run counts as touching it, so that a later round checks other runs. Returns how many runs had no job.
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
 * Queues jobs again for all runs that were unfinished at the beginning of the call and have no job, without a limit of
 * their number. Returns how many runs were checked, and how many had no job.
 * @param isDryRun true to count only, and queue nothing
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
 * Creates a function that checks runs: it queues those of the given runs that have no job, sets `touched_at` of all
 * given runs to the present, and returns how many had no job. The priority of a lost job is unknown. So the first lost
 * job of each account gets the best priority, the second lost job of each account the next one, and so on.
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

/** Compares runs by the time at which they were sent. Runs of the same form keep their order in the form. */
const bySending = (a: JobRun, b: JobRun) =>
  a.created_at.getTime() - b.created_at.getTime() || a.sequence - b.sequence;

function queuedRunOf({ _id, fencing_token, account_id }: JobRun) {
  return { runId: _id, fencingToken: fencing_token, accountId: account_id };
}
