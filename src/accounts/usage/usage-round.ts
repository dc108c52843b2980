import type { Collection, Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";
import { finishEach, type Sweep } from "../../infra/sweep.ts";
import type { Reconcile } from "./reconcile.ts";
import type { RunCounters } from "./run-counters.ts";

/** The clocks of processes may differ, and a submission may be stored a while after its time was noted. */
const OVERLAP_MS = 120_000;
/** How many counters are compared at the same time. */
const RECONCILED_AT_ONCE = 8;

/** The submissions as the round needs them. Implemented by `benchmarks/records/ledger.ts`. */
export interface ChargedAccounts {
  /** Returns the accounts and months of the submissions that were stored since a moment. */
  findChargedSince(moment: Date): AsyncIterable<{ account_id: string; period: string }>;
}

interface RoundDeps {
  db: Db;
  counters: RunCounters;
  reconcile: Reconcile;
  ledger: ChargedAccounts;
  clock: Clock;
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
export function createUsageRound({ db, counters, reconcile, ledger, clock }: RoundDeps): Sweep {
  const marks = marksOf(db);
  return {
    name: "run counters",
    run: async (signal) => {
      const [tick, mark] = await Promise.all([counters.readTick(), marks.findOne({ _id: "usage-round" })]);
      if (tick !== (mark ? String(mark.tick) : null)) await counters.removeAll();
      const start = clock();
      const since = new Date((mark?.covered_until ?? start).getTime() - OVERLAP_MS);
      let wrong = 0;
      await finishEach(
        ledger.findChargedSince(since),
        async ({ account_id: accountId, period }) => {
          if (await reconcile({ accountId, period }, { isMissingMade: false })) wrong += 1;
        },
        { signal, atOnce: RECONCILED_AT_ONCE },
      );
      // A round that was cut off, or failed, is done again.
      if (signal?.aborted) return wrong;
      const next = await raiseMark(marks, mark, start);
      // Redis may have become an older copy during the round: then the next one begins anew.
      if (next !== null) await counters.raiseTick(tick, String(next));
      return wrong;
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
      { upsert: before === null },
    );
    return matchedCount + upsertedCount === 1 ? tick : null;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
