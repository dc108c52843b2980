import type { Db } from "mongodb";
import type { Clock } from "./clock.ts";
import { every } from "./every.ts";
import { isDuplicateKey } from "./mongo.ts";

/**
 * The right to do something alone for a limited time. An unrenewed lease expires, so that a crashed holder does not
 * block other processes for ever.
 */
export type Lease = NonNullable<Awaited<ReturnType<typeof acquireLease>>>;

/** Takes a lease. Returns null, without waiting, if another owner holds the lease. */
export async function acquireLease(options: LeaseOptions) {
  const { db, name, owner, durationMs, clock } = options;
  const leases = db.collection<LeaseDocument>("leases");
  const untilFrom = (now: Date) => new Date(now.getTime() + durationMs);
  const now = clock();
  try {
    // The filter does not match a lease that has not expired. The upsert then tries to insert a second document with
    // the same _id, and fails.
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
    /**
     * Extends the lease to its full duration from now. Returns false where the lease is lost: its holder must then stop
     * the work.
     */
    renew: async (): Promise<boolean> => {
      const { matchedCount } = await leases.updateOne(
        { _id: name, owner },
        { $set: { until: untilFrom(clock()) } },
      );
      return matchedCount === 1;
    },
    /** Frees the lease; does nothing where the lease is lost. */
    release: async (): Promise<void> => {
      await leases.deleteOne({ _id: name, owner });
    },
  };
}

/**
 * Runs work while holding a lease, renews the lease in the background and releases it at the end. Work that must stop
 * when the lease is lost calls `renew` before each step.
 * @returns false, without running the work, where another owner holds the lease
 */
export async function withLease(
  options: LeaseOptions,
  work: (lease: Pick<Lease, "renew">) => Promise<void>,
): Promise<boolean> {
  const lease = await acquireLease(options);
  if (!lease) return false;
  const heartbeat = startHeartbeat(lease, options);
  try {
    await work(lease);
  } finally {
    await heartbeat.stop();
    await lease.release();
  }
  return true;
}

/**
 * Takes a lease and renews it in the background until it is released.
 * @returns a function that releases the lease; null where another owner holds the lease
 */
export async function holdLease(options: LeaseOptions): Promise<(() => Promise<void>) | null> {
  const lease = await acquireLease(options);
  if (!lease) return null;
  const heartbeat = startHeartbeat(lease, options);
  return async () => {
    await heartbeat.stop();
    await lease.release();
  };
}

/** Removes a lease, even if another process or job holds it. */
export async function removeLease(db: Db, name: string): Promise<void> {
  await db.collection<LeaseDocument>("leases").deleteOne({ _id: name });
}

/**
 * How long after its expiry a lease is removed from the database, in seconds. Such a lease is left over when its holder
 * has crashed and no other process takes a lease of the same name.
 */
const REMOVED_AFTER_S = 24 * 60 * 60;

/** Creates the index of the collection of leases. The function may run any number of times. */
export async function setUpLeases(db: Db): Promise<void> {
  await db
    .collection<LeaseDocument>("leases")
    .createIndex({ until: 1 }, { expireAfterSeconds: REMOVED_AFTER_S });
}

function startHeartbeat(lease: Pick<Lease, "renew">, { durationMs }: LeaseOptions) {
  // Ignore a failed renewal: the next renewal extends the lease, and the calls of `renew` in the work show whether the
  // lease is lost. Do not await a renewal: a renewal that waits for MongoDB must not delay the next one, which uses
  // another connection.
  const renew = async () => void lease.renew().catch(() => false);
  return every(durationMs / 3, renew, { isFirstDelayed: true });
}

interface LeaseDocument {
  _id: string;
  owner: string;
  until: Date;
}

interface LeaseOptions {
  db: Db;
  /** The name of the work that only one holder of a lease may do at a time. */
  name: string;
  /** The identity of the holder. Every acquisition of a lease needs a different owner, even within one process. */
  owner: string;
  durationMs: number;
  clock: Clock;
}
