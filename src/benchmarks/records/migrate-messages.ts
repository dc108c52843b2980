import { rewriteDocuments, type Migration } from "../../infra/migration.ts";
import type { Run } from "../model/run.ts";
import { messageOf, messageOfError } from "../model/stored-message.ts";

const collection = "runs";

/**
 * Gives every warning and every error of a run the form that present readers store. Answers are the same before and after it, because
 * they are made by the same functions. The release before reads both forms as well.
 */
export const messagesMigration: Migration = {
  form: 1,
  name: "every message of a run has a public form",
  readableFrom: 0,
  collection,
  migratePage: rewriteDocuments({
    collection,
    fields: { warnings: 1, error: 1 },
    rewrite: (document) => {
      const { warnings, error } = document as Pick<Run, "warnings" | "error">;
      const hasOldWarning = warnings.some((warning) => typeof warning === "string");
      const hasOldError = error?.detail !== undefined && error.public_detail === undefined;
      if (!hasOldWarning && !hasOldError) return null;
      return {
        filter: {
          ...(hasOldWarning && { warnings }),
          ...(hasOldError && {
            "error.detail": error.detail,
            "error.public_detail": { $exists: false },
          }),
        },
        update: {
          $set: {
            ...(hasOldWarning && { warnings: warnings.map(messageOf) }),
            ...(hasOldError && { "error.public_detail": messageOfError(error).public_detail }),
          },
        },
      };
    },
  }),
};
