import type { Migration } from "../../infra/migrations.ts";
import type { Run } from "../model/run.ts";

/**
 * The migration that stores in each ranked run the time since which rankings contain it. Older runs have no record of
 * this time. They get the time at which their files were read, because the service usually ranked a run within a
 * second.
 */
export const rankedAtMigration: Migration = {
  form: 10,
  name: "every ranked run has the time from which it is ranked",
  collection: "runs",
  fields: { ranking: 1, ranked_at: 1, completed_at: 1, created_at: 1 },
  rewrite: (document) => {
    const { ranking, ranked_at, completed_at, created_at } = document as unknown as Run;
    return ranking && !ranked_at ? { $set: { ranked_at: completed_at ?? created_at } } : null;
  },
};
