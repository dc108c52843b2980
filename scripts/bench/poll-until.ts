import { setTimeout as sleep } from "node:timers/promises";

interface Patience {
  /** The pause between two questions. */
  everyMs: number;
  /** After how long it gives up. */
  withinMs: number;
  /** What is waited for: the error says that it did not come. */
  what: string;
}

/** Asks again and again until the answer is yes. @throws Error where it was not in time, or what asking throws */
export async function pollUntil(
  ask: () => Promise<boolean>,
  { everyMs, withinMs, what }: Patience,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await ask())) {
    if (performance.now() > deadline)
      throw new Error(`expected ${what} within ${withinMs} ms; it did not come`);
    await sleep(everyMs);
  }
}
