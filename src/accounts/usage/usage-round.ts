import type { Collection, Db } from "mongodb";
import type { Ledger } from "../../benchmarks/index.ts";
import type { Clock } from "../../infra/clock.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";
import { finishEach, type Sweep } from "../../infra/sweep.ts";
import type { Reconcile } from "./reconcile.ts";
import type { RunCounters } from "./run-counters.ts";

/** The clocks of processes may differ, and a submission may be stored a while after its time was noted. */
const OVERLAP_MS = 120_000;
/** How many counters are compared at the same time. */
const RECONCILED_AT_ONCE = 8;

/** A counter is right within 60 s of an older copy: a reservation is old after 30 s, and this is the longest time between two rounds. */
const MAX_INTERVAL_MS = 15_000;

interface RoundDeps {
  db: Db;
  counters: RunCounters;
  reconcile: Reconcile;
  ledger: Pick<Ledger, "findChargedSince">;
  clock: Clock;
  /** How long after the end of a round the next one begins, if that is not too long. */
  intervalMs: number;
}

/** What the last round has left in MongoDB; the same tick stands in Redis. */
interface RoundMark {
  _id: "usage-round";
  tick: number;
  /** The counters of all accounts with submissions from before this moment are right. */
  covered_until: Date;
}

const marksOf = (db: Db): Collection<RoundMark> => db.collection("usage_rounds");

/**
 * Creates the sweep that keeps the counters right: it compares those of accounts that have submitted since the last round, and notices
 * by the tick when Redis is not the one that the last round has left. Then all counters go, and each is made anew from the ledger when
 * it is next needed. A lease keeps rounds apart; two at the same time may remove counters without need.
 */
export function createUsageRound({ db, counters, reconcile, ledger, clock, intervalMs }: RoundDeps): Sweep {
  const marks = marksOf(db);
  return {
    name: "run counters",
    intervalMs: Math.min(intervalMs, MAX_INTERVAL_MS),
    run: async (signal) => {
      const [tick, mark] = await Promise.all([counters.readTick(), marks.findOne({ _id: "usage-round" })]);
      const isOther = tick !== (mark ? String(mark.tick) : null);
      if (isOther) await counters.removeAll();
      const start = clock();
      const since = mark?.covered_until ?? start;
      let corrected = 0;
      const comparing = finishEach(
        ledger.findChargedSince(new Date(since.getTime() - OVERLAP_MS)),
        async ({ account_id: accountId, period }) => {
          if (await reconcile({ accountId, period }, { isMissingMade: false })) corrected += 1;
        },
        { signal, atOnce: RECONCILED_AT_ONCE },
      );
      // Where a counter could not be compared, the next round compares it again.
      const [compared] = await Promise.allSettled([comparing]);
      const isWhole = compared.status === "fulfilled" && !signal?.aborted;
      const next = await raiseMark(marks, mark, isWhole ? start : since);
      // Redis may have become an older copy during the round: then the next one begins anew.
      if (next !== null) await counters.raiseTick(tick, String(next));
      await comparing;
      return isOther && mark ? corrected + 1 : corrected;
    },
  };
}

/** Stores the mark of a round that has ended. Returns its tick; null where another round has ended meanwhile. */
async function raiseMark(
  marks: Collection<RoundMark>,
  before: RoundMark | null,
  covered_until: Date,
): Promise<number | null> {
  const tick = (before?.tick ?? 0) + 1;
  try {
    const { matchedCount, upsertedCount } = await marks.updateOne(
      { _id: "usage-round", tick: tick - 1 },
      { $set: { tick, covered_until } },
      before === null ? { upsert: true } : {},
    );
    return matchedCount + upsertedCount === 1 ? tick : null;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
