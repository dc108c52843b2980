import type { Migration } from "../../infra/migrations.ts";
import type { Build } from "../model/build.ts";

/**
 * Marks the standings (ranks) of each build with a processor or graphics card as outdated. The update of the standings
 * then adds the chips and models of the build's parts to the rankings.
 */
export const standingDueMigration: Migration = {
  form: 5,
  name: "every build with a processor or a graphics card is ranked by its model and chip, or marked to be",
  collection: "builds",
  fields: { parts: 1, owner_id: 1, standing_due: 1 },
  rewrite: (document) => {
    const { parts, owner_id, standing_due } = document as unknown as Build;
    const isRanked = owner_id !== null && (parts.cpu !== undefined || parts.gpu !== undefined);
    return isRanked && !standing_due ? { $set: { standing_due: true, standing_step: null } } : null;
  },
};
