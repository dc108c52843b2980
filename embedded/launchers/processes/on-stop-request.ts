import process from "node:process";

/**
 * Two signals within this time in ms count as one request to stop, because a terminal signals both npm and
 * this process, and npm forwards its signal.
 */
const SAME_SIGNAL_MS = 500;
/** The interval in ms at which this process checks whether npm still runs. */
const PARENT_CHECK_MS = 2000;

/**
 * Calls the handlers on SIGTERM, SIGINT and SIGHUP, and, if npm started this process, when the npm process has ended.
 * @param underNpm whether npm is the parent: npm sets `npm_lifecycle_event` for the scripts it runs
 * @returns a function that stops listening for the signals
 */
export function onStopRequest({ stop, endNow }: StopHandlers, underNpm: boolean): () => void {
  let firstAt: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      stop();
    } else if (now - firstAt > SAME_SIGNAL_MS) {
      endNow();
    }
  };
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, onSignal);

  const parent = process.ppid;
  const watch = setInterval(() => {
    if (underNpm && process.ppid !== parent && firstAt === undefined) onSignal();
  }, PARENT_CHECK_MS).unref();
  return () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/** The functions that `onStopRequest` calls when this process is asked to stop. */
export interface StopHandlers {
  /** Begins an orderly stop; called on the first request to stop. */
  stop: () => void;
  /**
   * Ends the process immediately, after a second signal: the person who sends a second signal does not want to wait.
   */
  endNow: () => void;
}
