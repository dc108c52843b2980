import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../model/run.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

const POLL_MS = 50;

/**
 * Waits for runs to become final. It polls MongoDB, so it works while Redis is unavailable. One query in each round serves all
 * waiting requests.
 */
export function createRunWaiter(runs: Pick<RunsRepository, "findFinal">) {
  const waiting = new Map<string, Set<(run: Run | null) => void>>();
  let isPolling = false;
  let isStopped = false;

  async function poll(): Promise<void> {
    isPolling = true;
    while (waiting.size > 0) {
      await sleep(POLL_MS);
      // On store errors, keep polling until the timeout.
      const final = await runs.findFinal([...waiting.keys()]).catch(() => []);
      for (const run of final) for (const resolve of waiting.get(run._id) ?? []) resolve(run);
    }
    isPolling = false;
  }

  return {
    /** Resolves with the run once it is complete or failed, or with null after the time limit or when the signal comes. */
    wait: (runId: string, timeoutMs: number, signal: AbortSignal): Promise<Run | null> =>
      new Promise((resolve) => {
        const waiters = waiting.get(runId) ?? new Set();
        const finish = (run: Run | null) => {
          clearTimeout(timer);
          signal.removeEventListener("abort", giveUp);
          waiters.delete(finish);
          if (waiters.size === 0) waiting.delete(runId);
          resolve(run);
        };
        const giveUp = () => finish(null);
        const timer = setTimeout(giveUp, timeoutMs);
        signal.addEventListener("abort", giveUp);
        waiting.set(runId, waiters.add(finish));
        if (isStopped || signal.aborted) giveUp();
        else if (!isPolling) void poll();
      }),

    /** Ends all waits with null; a wait that begins later ends at once. */
    stop: (): void => {
      isStopped = true;
      for (const waiters of waiting.values()) for (const finish of waiters) finish(null);
    },
  };
}
