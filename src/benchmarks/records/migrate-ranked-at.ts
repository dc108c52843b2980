import type { Migration } from "../../infra/migrations.ts";
import type { Run } from "../model/run.ts";

/**
 * The migration that gives each ranked run the time from which rankings contain it. Older runs have no record of this
 * time. They get the time at which they were complete, because runs were usually ranked within a second after it.
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
