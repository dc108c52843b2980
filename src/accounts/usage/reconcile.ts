import { setTimeout as sleep } from "node:timers/promises";
import { TryAgainError } from "../../errors.ts";
import type { Charges } from "./charges.ts";
import type { CounterName, RunCounters } from "./run-counters.ts";

const MAX_ROUNDS = 50;
const ROUND_DELAY_MS = 2;

interface ReconcileDeps {
  counters: RunCounters;
  charges: Charges;
  /** The function that is called for each run counter that was missing or wrong. */
  onCorrected?: (() => void) | undefined;
}

/**
 * Sets the run counter of an account (in Redis) to the sum of the account's units in the ledger (the submissions in
 * MongoDB).
 */
export type Reconcile = ReturnType<typeof createReconcile>;

/**
 * Creates the function that sets a run counter in Redis to the sum of the account's units in the ledger (the
 * submissions in MongoDB). A submission in the ledger counts with the ledger's units. A reservation counts only if it
 * is younger than RESERVATION_OLD_MS and its submission is not in the ledger. An older reservation belongs to a request
 * that was lost: every submission is stored within half of RESERVATION_OLD_MS after its units were reserved, or not at
 * all.
 */
export function createReconcile({ counters, charges, onCorrected }: ReconcileDeps) {
  /**
   * Tries once to set a run counter to the sum of the account's units (runs) in MongoDB. Returns whether the counter
   * was wrong; null if another request changed the counter in the meantime.
   */
  async function tryOnce(name: CounterName, isMissingMade: boolean): Promise<boolean | null> {
    const { accountId, period } = name;
    const { version, total, young, old } = await counters.read(name);
    if (total === null && !isMissingMade) return false;
    const [others, stored] = await Promise.all([
      charges.sumCharged(accountId, period, young),
      charges.chargedOf(young),
    ]);
    // Sum up only submissions of this month: a repeated request may have reserved units in this month for a submission
    // that the first request stored in the last month.
    const ofPeriod = stored.filter((one) => one.period === period);
    const sum = ofPeriod.reduce((all, { charged }) => all + charged, others);
    const dropped = [...old, ...stored.map(({ submissionId }) => submissionId)];
    const replaced = await counters.replace(name, { version, sum, dropped });
    if (replaced === null) return null;
    const wasWrong = replaced !== total;
    if (wasWrong) onCorrected?.();
    return wasWrong;
  }

  /**
   * Corrects a run counter.
   * @param options.isMissingMade whether to create a run counter that Redis does not have
   * @returns whether the run counter was wrong
   * @throws CounterBusyError where other requests changed the counter during each of MAX_ROUNDS attempts
   */
  return async (name: CounterName, { isMissingMade }: { isMissingMade: boolean }): Promise<boolean> => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const wasWrong = await tryOnce(name, isMissingMade);
      if (wasWrong !== null) return wasWrong;
      await sleep(round * ROUND_DELAY_MS);
    }
    throw new CounterBusyError(name.accountId);
  };
}

/**
 * The error for a run counter that other requests changed during each of MAX_ROUNDS attempts to correct the counter.
 * The client should try again later.
 */
export class CounterBusyError extends TryAgainError {
  constructor(accountId: string) {
    const cause = new Error(
      `the run counter of account ${accountId} changed in each of ${MAX_ROUNDS} rounds`,
    );
    super("Other requests of this account changed its count of runs too often.", { cause });
  }
}
