import type { Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";
import type { SumsDefinition } from "../../infra/kept-sum-steps.ts";
import { createKeptSums, setUpKeptSums, type KeptSums } from "../../infra/kept-sums.ts";

/** How many builds accounts have: a sum for each owner, over the builds. */
export type BuildCounts = KeptSums<"owner_id">;

/** A build counts as 1 until it is deleted, and then as 0. */
const definition: SumsDefinition<"owner_id"> = {
  entries: "builds",
  sums: "build_counts",
  amount: "listed",
  by: ["owner_id"],
};

/** Creates the access to the numbers of builds that accounts have. */
export const createBuildCounts = (db: Db, clock: Clock): BuildCounts => createKeptSums(db, clock, definition);

/** Creates the indexes that the counts need. May run any number of times. */
export const setUpBuildCounts = (db: Db): Promise<void> => setUpKeptSums(db, definition);
