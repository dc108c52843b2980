import { setTimeout as sleep } from "node:timers/promises";

/**
 * The pause between the first two checks of a condition, in ms. Each further pause is a little longer, because checking
 * takes time from the service.
 */
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 200;
const PAUSE_GROWTH = 1.4;
/** A time limit in ms that is much longer than any condition of a test takes to hold, even on a busy machine. */
const GIVE_UP_MS = 300_000;

/** Waits until a condition holds. @throws Error if the condition does not hold after five minutes */
export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + GIVE_UP_MS;
  const pause = createPause();
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await pause();
  }
}

/**
 * Calls `work` again and again until it succeeds, for a service whose time limits are too short for a busy machine.
 * @throws the last error of `work`
 */
export async function untilItSucceeds<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + GIVE_UP_MS;
  const pause = createPause();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause();
    }
  }
}

function createPause(): () => Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  return async () => {
    await sleep(pauseMs);
    pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * PAUSE_GROWTH);
  };
}
