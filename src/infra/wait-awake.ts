import { setTimeout as sleep } from "node:timers/promises";

/** The longest part of the wait after which the process reads what has arrived, in ms. */
const STEP_MS = 100;

/**
 * Waits for a time in steps. A process that stands still, because the machine computes something else, comes back to
 * many timers that are due and to requests that arrived meanwhile. One long timer would end before these requests are
 * read; of a wait in steps, however, a standstill counts as one step only.
 */
export async function waitAwake(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) await sleep(Math.min(STEP_MS, left));
}
