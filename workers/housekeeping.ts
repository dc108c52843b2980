import type { Db } from "mongodb";
import type { Sweep } from "../src/benchmarks/recover/sweeps.ts";
import type { Clock } from "../src/infra/clock.ts";
import { acquireLease } from "../src/infra/lease.ts";
import type { Logger } from "../src/infra/logger.ts";

interface HousekeepingParts {
  db: Db;
  sweeps: readonly Sweep[];
  intervalMs: number;
  clock: Clock;
  newId: () => string;
  logger: Logger;
}

/** Long enough for a batch of any sweep; a dead holder blocks a sweep no longer than this. */
const LEASE_MS = 30_000;

/**
 * Runs the sweeps in every worker process, by a timer and not by the queue, whose schedules are lost with Redis. A lease in
 * MongoDB keeps two workers from doing the same at once; should they all the same, a sweep may run twice.
 */
export function startHousekeeping(parts: HousekeepingParts): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;

  async function round(): Promise<void> {
    for (const sweep of parts.sweeps) if (!isStopping) await runSweep(sweep, parts);
    if (!isStopping) timer = setTimeout(start, parts.intervalMs);
  }
  let running = Promise.resolve();
  const start = () => {
    running = round();
  };
  start();

  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function runSweep(
  { name, run }: Sweep,
  { db, clock, newId, logger }: HousekeepingParts,
): Promise<void> {
  try {
    const lease = await acquireLease({
      db,
      name: `sweep:${name}`,
      owner: newId(),
      durationMs: LEASE_MS,
      clock,
    });
    if (!lease) return;
    try {
      const count = await run();
      if (count > 0) logger.info({ sweep: name, count }, "swept");
    } finally {
      await lease.release();
    }
  } catch (error) {
    logger.warn({ err: error, sweep: name }, "a sweep failed; the next round tries again");
  }
}
