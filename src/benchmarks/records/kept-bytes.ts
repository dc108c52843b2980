import type { Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";
import type { SumsDefinition } from "../../infra/kept-sum-steps.ts";
import { createKeptSums, setUpKeptSums, type KeptSums } from "../../infra/kept-sums.ts";

/** The sums of the bytes that accounts keep: a sum for each account, over its files. */
export type KeptBytes = KeptSums<"account_id">;

/** The bytes of a file become 0 when it is removed. */
const definition: SumsDefinition<"account_id"> = {
  entries: "uploads",
  sums: "kept_bytes",
  amount: "bytes",
  by: ["account_id"],
};

/** Creates the access to the sums of the bytes that accounts keep. */
export const createKeptBytes = (db: Db, clock: Clock): KeptBytes => createKeptSums(db, clock, definition);

/** Creates the indexes that the sums need. May run any number of times. */
export const setUpKeptBytes = (db: Db): Promise<void> => setUpKeptSums(db, definition);
