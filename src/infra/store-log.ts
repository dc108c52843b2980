import { every } from "./every.ts";
import type { Logger } from "./logger.ts";

const CHECK_MS = 1000;
const QUIET_MS = 3000;

/** Tells the log that a store is unavailable and that it is back: two lines, however many calls fail in between. */
export type StoreLog = ReturnType<typeof createStoreLog>;

/**
 * Creates the log of the stores' outages.
 * @param options.ping rejects while the store of this name gives no answer
 * @param options.quietMs a store counts as back when nothing has failed for this time: one that refuses writes may answer a ping
 */
export function createStoreLog({ logger, ping, quietMs = QUIET_MS }: StoreLogOptions) {
  const outages = new Map<string, Outage>();

  async function endOutages(): Promise<void> {
    for (const [store, outage] of outages) if (await isOver(store, outage)) end(store, outage);
  }

  async function isOver(store: string, outage: Outage): Promise<boolean> {
    const isQuiet = () => performance.now() - outage.lastAt >= quietMs;
    if (!isQuiet()) return false;
    try {
      await ping(store);
      return isQuiet();
    } catch {
      return false;
    }
  }

  function end(store: string, { since, lastAt, failures }: Outage): void {
    outages.delete(store);
    logger.info({ store, failures, unavailable_ms: Math.round(lastAt - since) }, `${store} is back`);
  }

  const checks = every(CHECK_MS, endOutages, { isFirstDelayed: true, isBackground: true });
  return {
    /** Notes that a call of a store failed, or a try to connect, because the store is unavailable. */
    failed: (store: string, error: unknown): void => {
      const now = performance.now();
      const outage = outages.get(store);
      if (outage) {
        outage.lastAt = now;
        outage.failures += 1;
        return;
      }
      outages.set(store, { since: now, lastAt: now, failures: 1 });
      logger.warn({ err: error, store }, `${store} is unavailable`);
    },

    close: (): Promise<void> => checks.stop(),
  };
}

interface Outage {
  /** When the first and the last call failed, in ms of the process's monotonic clock. */
  since: number;
  lastAt: number;
  failures: number;
}

interface StoreLogOptions {
  logger: Logger;
  ping: (store: string) => Promise<unknown>;
  quietMs?: number;
}
