import type { Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";
import type { SumsDefinition } from "../../infra/kept-sum-steps.ts";
import { createKeptSums, setUpKeptSums, type KeptSums } from "../../infra/kept-sums.ts";

/** The sums of what accounts are charged: a sum for each account and month, over its submissions. */
export type ChargeSums = KeptSums<"account_id" | "period">;

const COLLECTION = "charge_sums";

/** A refund lowers `charged`, and nothing raises it. */
const definition: SumsDefinition<"account_id" | "period"> = {
  entries: "submissions",
  sums: COLLECTION,
  amount: "charged",
  by: ["account_id", "period"],
};

/** Creates the access to the sums of what accounts are charged. */
export const createChargeSums = (db: Db, clock: Clock): ChargeSums => createKeptSums(db, clock, definition);

/** Creates the indexes that the sums need. May run any number of times. */
export async function setUpChargeSums(db: Db): Promise<void> {
  await setUpKeptSums(db, definition);
  await db.collection(COLLECTION).createIndexes([
    // For the sweep that compares the counters of accounts that were charged lately, …
    { key: { changed_at: 1 } },
    // … and for the script that rebuilds those of a month.
    { key: { period: 1 } },
  ]);
}
