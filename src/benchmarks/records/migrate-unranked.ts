import type { Migration } from "../../infra/migrations.ts";
import type { Message } from "../../readers/index.ts";

/**
 * Calls the doubt of the file reader about a run `unranked` instead of `suspect`, and gives it a code. Readers only
 * doubted what was implausible.
 */
export const unrankedMigration: Migration = {
  form: 4,
  name: "every run that its reader doubts is unranked with a code",
  collection: "runs",
  fields: { suspect: 1 },
  rewrite: (document) => {
    const { suspect } = document as { suspect?: Message | null };
    if (suspect === undefined) return null;
    return { $set: { unranked: suspect && { code: "implausible", ...suspect } }, $unset: { suspect: true } };
  },
};
