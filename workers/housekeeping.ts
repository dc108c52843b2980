import type { Db } from "mongodb";
import { StoreUnavailableError } from "../src/errors.ts";
import type { Clock } from "../src/infra/clock.ts";
import { every, type Repetition } from "../src/infra/every.ts";
import { holdLease } from "../src/infra/lease.ts";
import type { Logger } from "../src/infra/logger.ts";
import { asStoreError } from "../src/infra/store-errors.ts";
import type { StoreLog } from "../src/infra/store-log.ts";
import type { Sweep } from "../src/infra/sweep.ts";
import type { NewId } from "../src/infra/new-id.ts";

/** After a crash, other workers wait at most this long for a sweep's lease. A sweep that takes longer renews it. */
const LEASE_MS = 30_000;

/**
 * Runs the sweeps in every worker process, by a timer, because a schedule in the queue would be lost with Redis. A lease in
 * MongoDB keeps two workers from running the same sweep at the same time; if two still do, no harm is done.
 */
export function startHousekeeping(deps: HousekeepingDeps): Repetition {
  return every(deps.intervalMs, async (signal) => {
    for (const sweep of deps.sweeps) if (!signal.aborted) await runSweep(sweep, deps, signal);
  });
}

interface HousekeepingDeps {
  db: Db;
  sweeps: readonly Sweep[];
  intervalMs: number;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  storeLog: Pick<StoreLog, "failed">;
}

async function runSweep({ name, run }: Sweep, deps: HousekeepingDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, newId, logger, storeLog } = deps;
  try {
    const release = await holdLease({
      db,
      name: `sweep:${name}`,
      owner: newId(),
      durationMs: LEASE_MS,
      clock,
    });
    if (!release) return;
    try {
      const count = await run(signal);
      if (count > 0) logger.info({ sweep: name, count }, "the sweep finished things");
    } finally {
      await release();
    }
  } catch (error) {
    const storeError = asStoreError(error);
    if (storeError instanceof StoreUnavailableError) storeLog.failed(storeError.store, storeError);
    else logger.warn({ err: error, sweep: name }, "a sweep failed; the next round tries again");
  }
}
