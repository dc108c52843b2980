import type { Migration } from "../../infra/migrations.ts";
import type { Message } from "../../readers/index.ts";

/**
 * The migration that renames the field with the file reader's reason why a run is unranked from `suspect` to
 * `unranked`. The reason gets the code `implausible`, because older file readers gave no other kind of reason.
 */
export const unrankedMigration: Migration = {
  form: 7,
  name: "every run that the file reader doubts is unranked with a code",
  collection: "runs",
  fields: { suspect: 1 },
  rewrite: (document) => {
    const { suspect } = document as { suspect?: Message | null };
    if (suspect === undefined) return null;
    return { $set: { unranked: suspect && { code: "implausible", ...suspect } }, $unset: { suspect: true } };
  },
};
