import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/** The length of a step of the wait, and the longest time that a step counts, in ms. */
const STEP_MS = 100;
const LONGEST_STEP_MS = 300;

/**
 * Waits for a time in steps, and lets the process read what has arrived before the wait ends. A process that stands
 * still, because the machine computes something else, comes back to timers that are due and to requests that arrived
 * meanwhile. One long timer would end the wait before these requests are read. Of this wait, a standstill counts as
 * LONGEST_STEP_MS.
 */
export async function waitAwake(ms: number): Promise<void> {
  for (let waited = 0; waited < ms;) {
    const began = performance.now();
    await sleep(Math.min(STEP_MS, ms - waited));
    waited += Math.min(performance.now() - began, LONGEST_STEP_MS);
  }
  // In the first turn the process accepts the connections that wait for it, in the second it reads their requests.
  await nextTurn();
  await nextTurn();
}
