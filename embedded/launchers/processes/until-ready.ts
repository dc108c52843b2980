import { setTimeout as sleep } from "node:timers/promises";
import type { GuardedProcess } from "./start-guarded.ts";

const POLL_MS = 25;
const DEFAULT_TIMEOUT_MS = 60_000;

/** A child process that did not become ready, or ended when it should not. The message holds the end of its output. */
export class ChildProcessError extends Error {
  constructor(child: GuardedProcess, what: string) {
    const tail = child.outputTail();
    super(`${child.name} ${what}.${tail === "" ? "" : ` The end of its output:\n${tail}`}`);
    this.name = "ChildProcessError";
  }
}

interface ReadyOptions {
  /** Asks once; false or an error means not yet. */
  isReady: () => boolean | Promise<boolean>;
  timeoutMs?: number;
  /** Ends the waiting with its reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Waits until a child process is ready.
 * @throws ChildProcessError when it ends before, or is not ready in time
 */
export async function untilReady(
  child: GuardedProcess,
  { isReady, timeoutMs = DEFAULT_TIMEOUT_MS, signal }: ReadyOptions,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    if (await answers(isReady)) return;
    const end = await Promise.race([child.ended, sleep(POLL_MS, undefined)]);
    if (end !== undefined) throw new ChildProcessError(child, `ended while it was starting (${end})`);
    if (performance.now() > deadline)
      throw new ChildProcessError(child, `was not ready within ${timeoutMs / 1000} seconds`);
  }
}

async function answers(isReady: ReadyOptions["isReady"]): Promise<boolean> {
  try {
    return await isReady();
  } catch {
    return false;
  }
}
