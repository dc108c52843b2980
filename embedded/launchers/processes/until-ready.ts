import { setTimeout as sleep } from "node:timers/promises";
import type { GuardedProcess } from "./start-guarded.ts";

const POLL_MS = 25;
const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * Polls until a child process is ready.
 * @throws ChildProcessError when the process ends first, or is not ready within `timeoutMs`
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
    if (end !== undefined) throw new ChildProcessError(child, `ended while it was starting (${end})`, end);
    if (performance.now() > deadline)
      throw new ChildProcessError(child, `was not ready within ${timeoutMs / 1000} seconds`);
  }
}

/**
 * Thrown when a child process did not become ready, or ended unexpectedly. The message contains the last
 * lines of the process's output.
 */
export class ChildProcessError extends Error {
  override name = "ChildProcessError";
  /** How the process ended during its start, such as `exit code 1`; undefined if it did not end. */
  readonly end: string | undefined;
  /** The last lines that the child process has written. */
  readonly output: string;

  constructor(child: GuardedProcess, what: string, end?: string) {
    const output = child.outputTail();
    super(`${child.name} ${what}.${output === "" ? "" : ` The end of its output:\n${output}`}`);
    this.end = end;
    this.output = output;
  }
}

interface ReadyOptions {
  /** Checks once whether the child process is ready; false or an error means that the process is not ready yet. */
  isReady: () => boolean | Promise<boolean>;
  timeoutMs?: number;
  /** The signal that ends the wait until the process is ready: `untilReady` then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

async function answers(isReady: ReadyOptions["isReady"]): Promise<boolean> {
  try {
    return await isReady();
  } catch {
    return false;
  }
}
