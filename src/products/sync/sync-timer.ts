import type { Logger } from "../../infra/logger.ts";
import type { ProductKind } from "../kinds/kind.ts";
import type { ProductSync } from "./sync.ts";

const VERIFY_INTERVAL_MS = 30_000;

interface SyncTimerOptions {
  sync: ProductSync;
  kinds: readonly ProductKind[];
  /** How often dirty products are looked for. */
  intervalMs: number;
  /** How often each index is compared with the catalogue; also at the start. */
  verifyIntervalMs?: number;
  logger: Logger;
}

/** The running timer. */
export interface SyncTimer {
  /** Resolves when every kind was looked at once: the indexes are there then, unless Meilisearch is away. */
  firstRound: Promise<void>;
  /** Ends the round that is running after its batch. */
  stop(): Promise<void>;
}

/**
 * Finds what no job has brought into the search index, whatever the queue says. Looks at once, then an interval after each
 * round has ended. Errors are logged; the next round tries again.
 */
export function startSyncTimer(options: SyncTimerOptions): SyncTimer {
  const { sync, kinds, intervalMs, verifyIntervalMs = VERIFY_INTERVAL_MS, logger } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const roundsBetweenVerifying = Math.max(1, Math.round(verifyIntervalMs / intervalMs));
  let round = 0;
  let timer: NodeJS.Timeout | undefined;

  const look = async (kind: ProductKind, verify: boolean) => {
    try {
      if (verify || (await sync.isDue(kind))) await sync.sync(kind, { verify, signal });
    } catch (error) {
      logger.error({ err: error, kind: kind.name }, "products not synced; trying again");
    }
  };
  const run = async () => {
    const verify = round % roundsBetweenVerifying === 0;
    round += 1;
    // Side by side: the rebuild of one kind must not keep the edits of the others waiting.
    await Promise.all(kinds.map((kind) => look(kind, verify)));
    if (!signal.aborted) timer = setTimeout(start, intervalMs);
  };
  let running = Promise.resolve();
  const start = () => {
    running = run();
  };
  start();

  return {
    firstRound: running,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
