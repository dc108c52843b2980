import type { Run } from "../records/runs-repository.ts";

/** Waits for runs to end. It asks MongoDB, so it works while Redis is away. */
export interface RunWaiter {
  /** Resolves with the run once it is complete or failed, or with null after the time limit. */
  wait(runId: string, timeoutMs: number): Promise<Run | null>;
  /** Answers null to everybody who waits, and to whoever asks from now on: the process is about to stop. */
  stop(): void;
}

interface RunWaiterParts {
  /** Those of some runs that are complete or failed. */
  findFinal: (runIds: readonly string[]) => Promise<Run[]>;
  pollMs?: number;
}

const DEFAULT_POLL_MS = 50;

/** All who wait share one question a round, however many they are. */
export function createRunWaiter({ findFinal, pollMs = DEFAULT_POLL_MS }: RunWaiterParts): RunWaiter {
  const waiting = new Map<string, Set<(run: Run | null) => void>>();
  let isPolling = false;
  let isStopped = false;

  async function poll(): Promise<void> {
    isPolling = true;
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      // A failing round is no answer: those who wait go on until their time is up.
      const runs = await findFinal([...waiting.keys()]).catch(() => []);
      for (const run of runs) for (const resolve of waiting.get(run._id) ?? []) resolve(run);
    }
    isPolling = false;
  }

  return {
    wait: (runId, timeoutMs) =>
      new Promise((resolve) => {
        const waiters = waiting.get(runId) ?? new Set();
        const finish = (run: Run | null) => {
          clearTimeout(timer);
          waiters.delete(finish);
          if (waiters.size === 0) waiting.delete(runId);
          resolve(run);
        };
        const timer = setTimeout(finish, timeoutMs, null);
        waiting.set(runId, waiters.add(finish));
        if (isStopped) finish(null);
        else if (!isPolling) void poll();
      }),
    stop: () => {
      isStopped = true;
      for (const waiters of waiting.values()) for (const finish of waiters) finish(null);
    },
  };
}
