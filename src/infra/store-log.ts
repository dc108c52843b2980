import { every, type Repetition } from "./every.ts";
import type { Logger } from "./logger.ts";

const CHECK_MS = 1000;
const MIN_QUIET_MS = 3000;
const MS = 1000;
/** The maximum number of causes of an error that the log line about the outage of a store names. */
const MAX_CAUSES = 5;

/**
 * Logs the outages of stores, each outage in two lines, even if many calls fail: one when the store becomes
 * unavailable, and one when it is available again.
 */
export type StoreLog = ReturnType<typeof createStoreLog>;

/**
 * Creates the log of the stores' outages.
 * @param options.ping pings the store of the given name; rejects if the store gives no answer
 * @param options.quietMs the time, in ms but at least 3 s, without a failed call after which a store counts as
 * available again: a store that refuses writes may answer a ping, and a call that began while the store was unavailable
 * fails only at the time limit of a call
 */
export function createStoreLog({ logger, ping, quietMs: givenMs = 0 }: StoreLogOptions) {
  const outages = new Map<string, Outage>();
  /** The repeated check whether the outages are over; undefined while no store is unavailable. */
  let checks: Repetition | undefined;
  let isClosed = false;
  const quietMs = Math.max(givenMs, MIN_QUIET_MS);

  async function endOutages(): Promise<void> {
    for (const [store, outage] of outages) if (await isOver(store, outage)) end(store, outage);
    if (outages.size > 0) return;
    void checks?.stop();
    checks = undefined;
  }

  async function isOver(store: string, outage: Outage): Promise<boolean> {
    const isQuiet = () => performance.now() - outage.failedAt >= quietMs;
    if (!isQuiet()) return false;
    try {
      await ping(store);
      return isQuiet();
    } catch {
      outage.lastFailedAt = performance.now();
      return false;
    }
  }

  function end(store: string, { since, lastFailedAt, attempts }: Outage): void {
    outages.delete(store);
    const unavailableMs = Math.round(lastFailedAt - since);
    logger.info(
      { store, attempts, unavailable_ms: unavailableMs },
      `${store} is available again after ${secondsOf(unavailableMs)} s and ${attempts} failed attempt${attempts === 1 ? "" : "s"}`,
    );
  }

  return {
    /** Records that a call to a store, or an attempt to connect, failed because the store is unavailable. */
    failed: (store: string, error: unknown): void => {
      const now = performance.now();
      const outage = outages.get(store);
      if (outage) {
        Object.assign(outage, { failedAt: now, lastFailedAt: now, attempts: outage.attempts + 1 });
        return;
      }
      if (!isClosed) checks ??= every(CHECK_MS, endOutages, { isFirstDelayed: true, isBackground: true });
      outages.set(store, { since: now, failedAt: now, lastFailedAt: now, attempts: 1 });
      // The log line about an outage has no stack, because an outage is no fault of the code whose call failed.
      logger.warn({ store, reason: reasonOf(error) }, `${store} is unavailable`);
    },

    /** Whether a store has become unavailable and does not count as available again. */
    isUnavailable: (store: string): boolean => outages.has(store),

    close: async (): Promise<void> => {
      isClosed = true;
      await checks?.stop();
    },
  };
}

/** An outage of a store. All times of the outage are in ms of the process's monotonic clock. */
interface Outage {
  /** When the first call to the store failed in this outage. */
  since: number;
  /** When the latest failed call to the store failed in this outage. */
  failedAt: number;
  /** When a call or a ping to the store last failed. */
  lastFailedAt: number;
  /** The number of calls to the store, and of tries to connect, that have failed in this outage. */
  attempts: number;
}

interface StoreLogOptions {
  logger: Logger;
  ping: (store: string) => Promise<unknown>;
  quietMs?: number;
}

/** Returns the messages of an error and of its causes, the outermost first. */
function reasonOf(error: unknown): string {
  const messages = new Set<string>();
  let behind = error;
  for (let depth = 0; depth < MAX_CAUSES && behind instanceof Error; depth += 1) {
    // Node's error for a host whose addresses all refuse a connection has no message, so take the message of the error
    // of the first address.
    const nested: unknown = behind instanceof AggregateError ? behind.errors[0] : undefined;
    if (behind.message !== "") messages.add(behind.message);
    behind = behind.cause ?? nested;
  }
  return messages.size > 0 ? [...messages].join(": ") : String(error);
}

/** Formats a duration as seconds for people: without decimals from ten seconds on. */
function secondsOf(ms: number): string {
  return (ms / MS).toFixed(ms < 10 * MS ? 1 : 0);
}
