import type { Collection, Db } from "mongodb";
import type { Ledger } from "../../benchmarks/index.ts";
import type { Clock } from "../../infra/clock.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";
import { finishEach, type Sweep } from "../../infra/sweep.ts";
import type { Reconcile } from "./reconcile.ts";
import type { RunCounters } from "./run-counters.ts";

/**
 * The overlap of two rounds of the sweep of run counters, in ms: a round also compares submissions from this long
 * before the start of the previous round. The clocks of processes may differ, and a submission may be stored a while
 * after its timestamp was taken.
 */
const OVERLAP_MS = 120_000;
/** The maximum number of run counters that the sweep compares with the submissions in MongoDB at the same time. */
const RECONCILED_AT_ONCE = 8;

/**
 * The maximum time between two rounds of the sweep that corrects run counters, in ms. A reservation counts as old after
 * 30 s. So every counter is correct at most 60 s after Redis has restarted with an older copy of its data.
 */
const MAX_INTERVAL_MS = 15_000;

interface RoundDeps {
  db: Db;
  counters: RunCounters;
  reconcile: Reconcile;
  ledger: Pick<Ledger, "findChargedSince">;
  clock: Clock;
  /**
   * The pause between the end of a round of the sweep of run counters and the next round, in ms, at most
   * MAX_INTERVAL_MS.
   */
  intervalMs: number;
}

/**
 * The record in MongoDB of the last round of the sweep that corrects run counters. Redis stores the number of the
 * round (the tick), too.
 */
interface RoundMark {
  _id: "usage-round";
  tick: number;
  /**
   * The moment up to which the sweep has compared submissions: the run counters of all accounts with submissions from
   * before the moment are correct.
   */
  covered_until: Date;
}

const marksOf = (db: Db): Collection<RoundMark> => db.collection("usage_rounds");

/**
 * Creates the sweep that corrects the run counters in Redis. The sweep compares the counters of accounts that have
 * submitted since the last round with the submissions in MongoDB. If Redis does not have the tick (the number) of the
 * last round, Redis has lost data or was replaced by an older copy. The sweep then removes all counters, and the
 * service rebuilds each counter when a request next needs it. A lease prevents two rounds at the same time, which might
 * remove counters without need.
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
      // If the sweep could not compare a run counter with the submissions in MongoDB, the next round compares the
      // counter again.
      const [compared] = await Promise.allSettled([comparing]);
      const isWhole = compared.status === "fulfilled" && !signal?.aborted;
      const next = await raiseMark(marks, mark, isWhole ? start : since);
      // If Redis was replaced by an older copy during the round, the tick (the number of the round) in Redis is not
      // raised, and the next round removes all counters.
      if (next !== null) await counters.raiseTick(tick, String(next));
      await comparing;
      return isOther && mark ? corrected + 1 : corrected;
    },
  };
}

/**
 * Records in MongoDB that a round of the sweep of run counters has ended. Returns the new number of the round (the
 * tick); null if another round has ended in the meantime.
 */
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
