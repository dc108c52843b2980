import type { Migration } from "../../infra/migrations.ts";

/**
 * Gives each deleted build that may still have runs the time at which the sweep looks for these runs, and removes the
 * field `has_runs_left`.
 */
export const runsDueMigration: Migration = {
  form: 3,
  name: "every deleted build that may still have runs has the time at which a sweep searches for them",
  collection: "builds",
  fields: { has_runs_left: 1, deleted_at: 1 },
  rewrite: (document) => {
    const { has_runs_left, deleted_at } = document as { has_runs_left?: true; deleted_at?: Date };
    if (has_runs_left === undefined || deleted_at === undefined) return null;
    return { $set: { runs_due_at: deleted_at }, $unset: { has_runs_left: true } };
  },
};
