import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/**
 * The length of a step of the wait, in ms. A step in which the process stands still lasts longer, but counts as at most
 * LONGEST_STEP_MS of the wait.
 */
const STEP_MS = 100;
const LONGEST_STEP_MS = 300;

/**
 * Waits for a time in steps, and lets the process read the requests that have arrived before the wait ends. A process
 * may stand still while its machine is busy with other work. After a standstill, Node runs overdue timers before it
 * reads the requests that have arrived meanwhile, so one long timer would end the wait too early.
 */
export async function waitAwake(ms: number): Promise<void> {
  for (let waited = 0; waited < ms;) {
    const began = performance.now();
    await sleep(Math.min(STEP_MS, ms - waited));
    waited += Math.min(performance.now() - began, LONGEST_STEP_MS);
  }
  // Wait for two iterations of the event loop: in the first, the process accepts the waiting connections, and in the
  // second, it reads the requests of these connections.
  await nextTurn();
  await nextTurn();
}
