import { setTimeout as sleep } from "node:timers/promises";
import type { RedisChannel } from "../../infra/redis-channel.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/**
 * The pause in ms between two queries for the awaited runs while no subscription in Redis reports which runs are
 * complete or failed.
 */
const POLL_MS = 50;
/**
 * The pause in ms between two queries for the awaited runs while there is a subscription in Redis, whose messages may
 * be lost.
 */
const SUBSCRIBED_POLL_MS = 1000;

interface RunWaiterDeps {
  runsRepository: Pick<RunsRepository, "findFinalIds">;
  finalRuns: Pick<RedisChannel, "listen" | "subscription">;
}

/**
 * Creates the waiter, which waits until runs are complete or failed (final). The process that stores a result sends a
 * message to all other processes through Redis. Messages may be lost, so the waiter also queries MongoDB: every
 * SUBSCRIBED_POLL_MS, and every POLL_MS while Redis is unavailable. One query in each round serves all waiting
 * requests.
 */
export function createRunWaiter(deps: RunWaiterDeps) {
  const waiting: Waiting = new Map();
  const watch = createWatch(deps, waiting);
  let isStopped = false;

  return {
    /**
     * Resolves once a run is complete or failed, after the time limit, or when the signal aborts, whichever comes
     * first.
     */
    wait: (runId: string, timeoutMs: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const waiters = waiting.get(runId) ?? new Set();
        const finish = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", finish);
          waiters.delete(finish);
          if (waiters.size === 0) waiting.delete(runId);
          resolve();
        };
        const timer = setTimeout(finish, timeoutMs);
        signal.addEventListener("abort", finish);
        waiting.set(runId, waiters.add(finish));
        if (isStopped || signal.aborted) finish();
        else watch(runId);
      }),

    /** Ends all waits for runs. A wait that begins later ends immediately. */
    stop: (): void => {
      isStopped = true;
      for (const runId of waiting.keys()) endWaits(waiting, runId);
    },
  };
}

/** The functions that end the waits for runs, by run id. */
type Waiting = Map<string, Set<() => void>>;

function endWaits(waiting: Waiting, runId: string): void {
  for (const finish of waiting.get(runId) ?? []) finish();
}

/**
 * Returns a function that is to be called when a wait for a run begins. The function listens to messages and polls
 * MongoDB, and ends the waits whose run has become final.
 */
function createWatch({ runsRepository, finalRuns }: RunWaiterDeps, waiting: Waiting) {
  let isListening = false;
  let isPolling = false;

  async function look(runIds: string[]): Promise<void> {
    // Ignore an error of MongoDB: a wait for a run keeps polling until its timeout.
    for (const runId of await runsRepository.findFinalIds(runIds).catch(() => [])) endWaits(waiting, runId);
  }

  async function poll(): Promise<void> {
    isPolling = true;
    let lookedUnder: number | null = null;
    for (let sinceLookMs = 0; waiting.size > 0;) {
      await sleep(POLL_MS);
      sinceLookMs += POLL_MS;
      const subscription = finalRuns.subscription();
      // Query at least once after the subscription in Redis has begun, to find runs that became complete or failed
      // before the subscription.
      const isSubscribedSince = subscription !== null && subscription === lookedUnder;
      if (isSubscribedSince && sinceLookMs < SUBSCRIBED_POLL_MS) continue;
      lookedUnder = subscription;
      sinceLookMs = 0;
      await look([...waiting.keys()]);
    }
    isPolling = false;
  }

  return (runId: string): void => {
    if (!isListening) finalRuns.listen((finalId) => endWaits(waiting, finalId));
    isListening = true;
    // Query the run at once, because the message that the run is final may have arrived after the caller had read the
    // run.
    void look([runId]);
    if (!isPolling) void poll();
  };
}
