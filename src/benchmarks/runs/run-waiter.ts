import { setTimeout as sleep } from "node:timers/promises";
import type { RunsRepository } from "../records/runs-repository.ts";

const POLL_MS = 50;

/**
 * Waits for runs to become final. It polls MongoDB, so it works while Redis is unavailable. One query in each round serves all
 * waiting requests.
 */
export function createRunWaiter(runs: Pick<RunsRepository, "findFinalIds">) {
  const waiting = new Map<string, Set<() => void>>();
  let isPolling = false;
  let isStopped = false;

  async function poll(): Promise<void> {
    isPolling = true;
    while (waiting.size > 0) {
      await sleep(POLL_MS);
      // On store errors, keep polling until the timeout.
      const final = await runs.findFinalIds([...waiting.keys()]).catch(() => []);
      for (const runId of final) for (const resolve of waiting.get(runId) ?? []) resolve();
    }
    isPolling = false;
  }

  return {
    /** Resolves once a run is complete or failed, after the time limit, or when the signal comes. */
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
        else if (!isPolling) void poll();
      }),

    /** Ends all waits; a wait that begins later ends at once. */
    stop: (): void => {
      isStopped = true;
      for (const waiters of waiting.values()) for (const finish of waiters) finish();
    },
  };
}
