import { setTimeout as sleep } from "node:timers/promises";
import { TryAgainError } from "../../errors.ts";
import { boundedOrTryAgain } from "../../infra/bounded.ts";
import type { BillingPeriod } from "./billing-period.ts";
import type { CounterName, RunCounters } from "./run-counters.ts";

const MAX_ROUNDS = 50;
const ROUND_DELAY_MS = 2;

/** What accounts are charged, as the counters need it. Implemented by `charges.ts`. */
export interface ChargesLedger {
  /** Returns the sum of the units that an account is charged in a period, leaving some submissions out. */
  sumCharged(accountId: string, period: BillingPeriod, without: readonly string[]): Promise<number>;
  /** Returns the greatest charge number of an account in a period; 0 where it has none. */
  lastChargeOf(accountId: string, period: BillingPeriod): Promise<number>;
  /** Gives a submission a greater charge number. */
  raiseChargeNumber(submissionId: string, chargeNumber: number): Promise<void>;
  /** Brings the sums of all accounts up to date, or as far as it comes in a time. */
  sumUpAll(limitMs: number): Promise<number>;
  /** Returns the accounts and months in which submissions were stored or refunded since a moment. */
  findChargedSince(moment: Date): AsyncIterable<{ account_id: string; period: string }>;
  /** Returns the accounts that have submissions in a period. */
  findAccountsOf(period: BillingPeriod): AsyncIterable<{ account_id: string }>;
  /** Whether `findAccountsOf` returns an account. */
  hasSumOf(accountId: string, period: BillingPeriod): Promise<boolean>;
}

interface RebuildDeps {
  counters: RunCounters;
  ledger: ChargesLedger;
  /** How long a rebuild waits for the ledger. */
  storeTimeoutMs: number;
}

/** Sets counters to what the ledger says. */
export type CounterRebuild = ReturnType<typeof createCounterRebuild>;

/** Creates the functions that set a counter to what the ledger says. */
export function createCounterRebuild({ counters, ledger, storeTimeoutMs }: RebuildDeps) {
  const compare = createCompare({ counters, ledger, storeTimeoutMs });

  /** Sets the counter once, unless it changes meanwhile. Returns whether it was set. */
  async function tryRebuild(name: CounterName, storedId?: string): Promise<boolean> {
    const { replacement } = await compare(name, storedId);
    return counters.replace(name, replacement);
  }

  return {
    tryRebuild,

    /**
     * Sets the counter to what the ledger says. Needed after a refund and after a loss of Redis; harmless at any other time.
     * @param storedId a submission that is certainly in the ledger: its units are counted from there, and its reservation is
     * dropped if it has one
     * @throws CounterBusyError, TryAgainError
     */
    rebuild: async (name: CounterName, storedId?: string): Promise<void> => {
      await inRounds(name, async (round) => {
        if (await tryRebuild(name, storedId)) return true;
        await sleep(round * ROUND_DELAY_MS);
        return null;
      });
    },

    /**
     * Sets the counter where it is not what the ledger says. A counter that Redis has lost is left alone: whoever needs it
     * rebuilds it. Returns whether it was wrong.
     */
    reconcile: async (name: CounterName): Promise<boolean> => {
      const { counter, replacement } = await compare(name);
      if (differenceIn({ counter, replacement }) !== "wrong") return false;
      return counters.replace(name, replacement);
    },

    /** Says whether a counter is what the ledger says, without setting it. */
    look: async (name: CounterName): Promise<CounterDifference> => differenceIn(await compare(name)),
  };
}

/** How a counter differs from the ledger: Redis has lost it, or it says something else. */
export type CounterDifference = "none" | "lost" | "wrong";

function differenceIn({ counter, replacement }: Comparison): CounterDifference {
  if (counter.used === null) return "lost";
  return counter.used === replacement.used && !counter.hasStale ? "none" : "wrong";
}

type Comparison = Awaited<ReturnType<ReturnType<typeof createCompare>>>;

/** Returns the function that reads a counter and what the ledger says. */
function createCompare({ counters, ledger, storeTimeoutMs }: RebuildDeps) {
  /** @throws TryAgainError where the ledger is not summed up in time: the work goes on, for the next one who asks */
  const sumCharged = ({ accountId, period }: CounterName, leftOut: readonly string[]): Promise<number> =>
    boundedOrTryAgain(
      ledger.sumCharged(accountId, period, leftOut),
      storeTimeoutMs,
      "What the account is charged is not summed up yet.",
    );

  return async function compare(name: CounterName, storedId?: string) {
    const { accountId, period } = name;
    // The order matters: what the ledger has by now is in the sum, or in flight in the counter that is read next. So the counter
    // may know this charge number afterwards, whatever happens to it meanwhile.
    let lastCharge = await ledger.lastChargeOf(accountId, period);
    const counter = await counters.read(name);
    if (storedId !== undefined) {
      // Copies of the counter that were made before now have the submission with other units, or not at all.
      lastCharge = Math.max(lastCharge + 1, counter.nextCharge);
      await ledger.raiseChargeNumber(storedId, lastCharge);
    }
    // A submission in flight may be stored by now. The sum leaves it out all the same, because settling adds its units.
    // `storedId` is not left out, because settling would add all units that it reserved, while some of its runs may have
    // failed and been refunded already.
    const leftOut = counter.inFlight.filter((id) => id !== storedId);
    const used = await sumCharged(name, leftOut);
    return { counter, replacement: { version: counter.version, used, lastCharge, leftOut } };
  };
}

/** Repeats a step until it returns a result. @throws CounterBusyError after MAX_ROUNDS steps without a result */
export async function inRounds<T>(
  { accountId }: CounterName,
  step: (round: number) => Promise<T | null>,
): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = await step(round);
    if (result !== null) return result;
  }
  throw new CounterBusyError(accountId);
}

/** Other requests changed the counter in each of many rounds. Trying again later is right. */
class CounterBusyError extends TryAgainError {
  constructor(accountId: string) {
    const cause = new Error(
      `the run counter of account ${accountId} changed in each of ${MAX_ROUNDS} rounds`,
    );
    super("Too many other requests of this account were counted meanwhile.", { cause });
  }
}
