import type { Db } from "mongodb";
import type { Clock } from "./clock.ts";
import { every } from "./every.ts";
import { isDuplicateKey } from "./mongo.ts";

/** The right to do something alone for a time. It ends by itself, so that a dead holder blocks nobody for long. */
export interface Lease {
  /** Begins the time anew. False when somebody else holds the lease by now: stop what it was for. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

interface LeaseDocument {
  _id: string;
  owner: string;
  until: Date;
}

interface LeaseOptions {
  db: Db;
  /** What may be done by one at a time. */
  name: string;
  /** Must differ between any two that ask, also within one process. */
  owner: string;
  durationMs: number;
  clock: Clock;
}

/** Takes a lease, or answers null at once where another holds it. */
export async function acquireLease(options: LeaseOptions): Promise<Lease | null> {
  const { db, name, owner, durationMs, clock } = options;
  const leases = db.collection<LeaseDocument>("leases");
  const untilFrom = (now: Date) => new Date(now.getTime() + durationMs);
  const now = clock();
  try {
    // A lease that still runs does not match; the upsert then meets its _id and fails.
    await leases.updateOne(
      { _id: name, until: { $lte: now } },
      { $set: { owner, until: untilFrom(now) } },
      { upsert: true },
    );
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
  return {
    renew: async () => {
      const { matchedCount } = await leases.updateOne(
        { _id: name, owner },
        { $set: { until: untilFrom(clock()) } },
      );
      return matchedCount === 1;
    },
    release: async () => {
      await leases.deleteOne({ _id: name, owner });
    },
  };
}

/**
 * Does something while holding a lease, which is renewed in the background for as long as it takes and released at the end.
 * Who must not go on without the lease asks by `renew` before each step.
 * @returns false, without having begun, where another holds the lease
 */
export async function withLease(
  options: LeaseOptions,
  work: (lease: Pick<Lease, "renew">) => Promise<void>,
): Promise<boolean> {
  const lease = await acquireLease(options);
  if (!lease) return false;
  // A renewal that fails is tried again by the next, and told by the work's own.
  const renew = () => lease.renew().catch(() => false);
  const heartbeat = every(options.durationMs / 3, renew, { isFirstDelayed: true });
  try {
    await work(lease);
  } finally {
    // Not awaited: a renewal that gets no answer must not keep the lease from being released.
    void heartbeat.stop();
    await lease.release();
  }
  return true;
}
