import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../client.ts";
import { ConnectionError, FileError, ProblemError } from "../errors.ts";
import type { Details } from "./details.ts";
import { isHeld, isLimit, messageOf } from "./errors.ts";
import { filesIn, type FoundFile } from "./find-files.ts";
import type { Output } from "./output.ts";
import { openCaptures, type Captures } from "./watch-captures.ts";
import { openWatchState } from "./watch-state.ts";

/** The options of `pc-benchmarks watch`. */
export interface WatchOptions extends Details {
  /** The id or the name of the build. */
  build: string;
  /** The interval in seconds at which `watch` searches the folder for new files. */
  interval: number;
  /** How many seconds a file has to stay unchanged before it is submitted. */
  settle: number;
  /**
   * How many seconds `watch` waits before it retries after an outage of the service, or after the account has reached a
   * limit.
   */
  retry: number;
}

/** The output of the command `watch`, the state that `watch` stores, and the signal that ends `watch`. */
interface WatchContext {
  output: Output;
  signal: AbortSignal;
  /** The path of the file in which `watch` remembers the files that need no further work. */
  stateFile: string;
}

/**
 * Submits each capture in a folder once its file has stopped growing, until the signal ends the command.
 * @throws ProblemError if waiting does not help, because the token is revoked or the build is deleted
 */
export async function watchFolder(
  client: Client,
  { folder, options }: { folder: string; options: WatchOptions },
  { output, signal, stateFile }: WatchContext,
): Promise<void> {
  const state = await openWatchState(stateFile);
  const isSettled = createSettling(options.settle * 1000);
  const tell = createTeller(output);
  let captures: Captures | null = null;
  let isLimited = false;
  while (!signal.aborted) {
    let pauseS = options.interval;
    try {
      captures ??= await openCaptures({ client, options, output, signal, state });
      if (isLimited) isLimited = await isStillLimited(client, signal);
      if (isLimited) pauseS = options.retry;
      else {
        const found = await filesIn(folder);
        state.keepOnly(found);
        const ready = found.filter((file) => file.bytes > 0 && !state.isHandled(file) && isSettled(file));
        await captures.handle(ready);
        tell(null);
      }
    } catch (error) {
      if (signal.aborted) break;
      const seconds = pauseAfter(error, options);
      if (seconds === null) throw error;
      isLimited = error instanceof ProblemError && error.status === 402;
      pauseS = seconds;
      const until = error instanceof ProblemError ? error.problem?.resets_at : undefined;
      tell(
        `${messageOf(error)}\nwatch ${until === undefined ? "tries again later" : `waits until ${until}`}.`,
      );
    }
    await sleep(pauseS * 1000, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns how many seconds to wait after a temporary error; null for other errors. */
function pauseAfter(error: unknown, { retry, interval }: WatchOptions): number | null {
  if (error instanceof ConnectionError) return retry;
  if (isHeld(error) || error instanceof FileError) return interval;
  if (!(error instanceof ProblemError)) return null;
  const isPassing = isLimit(error) || error.status >= 500 || error.status === 408 || error.status === 429;
  return isPassing ? Math.min(Math.max(error.retryAfterS ?? 0, retry), 3600) : null;
}

async function isStillLimited({ api, ask }: Client, signal: AbortSignal): Promise<boolean> {
  const { usage } = await ask(() => api.GET("/me", { signal }), signal);
  return usage.limit !== null && usage.used >= usage.limit;
}

/** Returns a function that tells whether a file has stayed unchanged for `settleMs` milliseconds. */
function createSettling(settleMs: number): (file: FoundFile) => boolean {
  const seen = new Map<string, { print: string; sinceMs: number }>();
  return ({ path, bytes, mtimeMs }) => {
    const print = `${bytes} ${mtimeMs}`;
    const last = seen.get(path);
    if (last?.print === print) return performance.now() - last.sinceMs >= settleMs;
    seen.set(path, { print, sinceMs: performance.now() });
    return false;
  };
}

/**
 * Returns a function that shows an error to the person, but only once if the same error is reported repeatedly. Called
 * with null after an error, the function says that the error is over.
 */
function createTeller(output: Output): (trouble: string | null) => void {
  let told: string | null = null;
  return (trouble) => {
    if (trouble === told) return;
    output.say(trouble ?? "The trouble is over: watch continues.");
    told = trouble;
  };
}
