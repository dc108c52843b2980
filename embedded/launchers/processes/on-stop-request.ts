import process from "node:process";

/** npm sends on what its process group has got already: a signal that comes twice within this time is one. */
const SAME_SIGNAL_MS = 500;
const PARENT_CHECK_MS = 500;

/** What to do when this process is asked to end. */
export interface StopHandlers {
  /** The first request. */
  stop: () => void;
  /** A second signal: whoever sent it does not want to wait. */
  endNow: () => void;
}

/**
 * Listens for SIGTERM, SIGINT and SIGHUP, and, where npm started this process, for the death of npm.
 * @param underNpm whether npm is the parent: it sets `npm_lifecycle_event` for what it runs
 * @returns stops listening
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
