import type { Collection, Db } from "mongodb";
import { bounded, LateError } from "../src/infra/bounded.ts";
import type { Clock } from "../src/infra/clock.ts";
import { every } from "../src/infra/every.ts";
import { holdLease } from "../src/infra/lease.ts";
import type { Logger } from "../src/infra/logger.ts";
import { splitErrors } from "../src/infra/store-errors.ts";
import type { StoreLog } from "../src/infra/store-log.ts";
import type { Sweep } from "../src/infra/sweep.ts";
import type { NewId } from "../src/infra/new-id.ts";

/**
 * Duration of a sweep's lease in ms: after a crash, other workers wait at most this long. A sweep that takes longer
 * renews its lease.
 */
const LEASE_MS = 30_000;

/**
 * Runs the sweeps in every worker process, by timers, because a schedule in the queue would be lost with Redis. Each
 * sweep has its own timer, so that no sweep waits for another. A lease in MongoDB prevents two workers from running the
 * same sweep at the same time, although even that would do no harm.
 */
export function startHousekeeping(deps: HousekeepingDeps) {
  const repetitions = deps.sweeps.map((sweep) =>
    every(Math.min(sweep.intervalMs ?? deps.intervalMs, deps.intervalMs), (signal) =>
      runSweep(sweep, deps, signal),
    ),
  );
  return {
    /**
     * Starts no further round of a sweep, and waits up to `waitMs` for the running rounds. Rounds that still run after
     * this time may be interrupted at any point.
     * @param waitMs the maximum time to wait, in ms
     */
    stop: async (waitMs: number): Promise<void> => {
      const stopped = Promise.all(repetitions.map((repetition) => repetition.stop()));
      try {
        await bounded(stopped, waitMs, "stopping the sweeps");
      } catch (error) {
        if (!(error instanceof LateError)) throw error;
        deps.logger.warn({ err: error }, "the process stops in the middle of a sweep");
      }
    },
  };
}

interface HousekeepingDeps {
  db: Db;
  sweeps: readonly Sweep[];
  /**
   * The time from the end of a sweep's round to the beginning of its next round, in ms. A sweep with a shorter interval
   * of its own runs more often. A sweep with a longer interval of its own does nothing until that interval has passed
   * since its last completed round began, in whichever process.
   */
  intervalMs: number;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  storeLog: Pick<StoreLog, "failed">;
  /** Receives the outcome at the end of each round of a sweep (a regular search for unfinished work). */
  onSweepEnd?: (end: SweepEnd) => void;
}

/** How a round of a sweep (a regular search for unfinished work) ended. */
interface SweepEnd {
  sweep: string;
  outcome: "done" | "error";
  /** The number of unfinished items that the round of the sweep has found and finished. */
  found: number;
  ranMs: number;
}

async function runSweep(sweep: Sweep, deps: HousekeepingDeps, signal: AbortSignal): Promise<void> {
  const { name, run } = sweep;
  const { db, clock, newId, logger, onSweepEnd } = deps;
  const startedAt = performance.now();
  const end = (outcome: SweepEnd["outcome"], found: number) =>
    onSweepEnd?.({ sweep: name, outcome, found, ranMs: performance.now() - startedAt });
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
      const begunAt = clock();
      if (!(await isDue(sweep, deps, begunAt))) return;
      const count = await run(signal);
      end("done", count);
      if (!signal.aborted) await noteRound(sweep, deps, begunAt);
      if (count > 0)
        logger.info({ sweep: name, count }, "a sweep finished work that another process had left unfinished");
    } finally {
      await release();
    }
  } catch (error) {
    end("error", 0);
    logErrors(deps, name, error);
  }
}

/**
 * The collection that stores when the last completed round of a sweep began, in whichever process: for the sweeps whose
 * own interval is longer than `intervalMs` of `HousekeepingDeps`.
 */
const roundsOf = (db: Db): Collection<{ _id: string; begun_at: Date }> => db.collection("sweep_rounds");

async function isDue(
  { name, intervalMs = 0 }: Sweep,
  { db, intervalMs: usualMs }: HousekeepingDeps,
  now: Date,
): Promise<boolean> {
  if (intervalMs <= usualMs) return true;
  const last = await roundsOf(db).findOne({ _id: name });
  const ageMs = last ? now.getTime() - last.begun_at.getTime() : intervalMs;
  // A negative age means that the clock of the process that began the last round of the sweep was ahead; begin a round
  // in this case, too.
  return ageMs < 0 || ageMs >= intervalMs;
}

async function noteRound(
  { name, intervalMs = 0 }: Sweep,
  { db, intervalMs: usualMs }: HousekeepingDeps,
  begun_at: Date,
): Promise<void> {
  if (intervalMs <= usualMs) return;
  await roundsOf(db).updateOne({ _id: name }, { $set: { begun_at } }, { upsert: true });
}

/** Logs the errors of a sweep: an unavailable store only once for the whole outage, every other error each time. */
function logErrors({ logger, storeLog }: HousekeepingDeps, sweep: string, error: unknown): void {
  const { outages, others } = splitErrors(error);
  for (const outage of outages) storeLog.failed(outage.store, outage);
  if (others.length === 0) return;
  const err = others.length === 1 ? others[0] : new AggregateError(others, `${others.length} errors`);
  logger.warn({ err, sweep }, "a sweep failed; the next round tries again");
}
