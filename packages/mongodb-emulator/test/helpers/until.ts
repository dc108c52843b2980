import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 20;
/** How long a test waits for a condition, in ms. Even on a busy machine, every condition holds much earlier. */
const GIVE_UP_MS = 300_000;

/** Waits until a condition of a test holds. @throws Error where the condition still does not hold after five minutes */
export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + GIVE_UP_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await sleep(POLL_MS);
  }
}
