import type { Migration } from "../../infra/migrations.ts";
import type { Message } from "../../readers/index.ts";

const OLD_WARNING =
  "The file of the run has a warning. Only the account that submitted the file can read the warning.";
const OLD_ERROR =
  "The service could not read the file of the run. Only the account that submitted the file can read the reason.";

/**
 * The warnings and errors of a run as early versions of the file readers have stored them: with only one text, for the
 * submitter.
 */
interface OldMessages {
  warnings: (Message | string)[];
  error: { detail: string; public_detail?: string } | null;
}

/**
 * The migration that gives every stored warning and error of a run a public text. The text for the submitter may quote
 * the file, so the public text only says that there is a warning or an error.
 */
export const messagesMigration: Migration = {
  form: 1,
  name: "every message of a run has a public form",
  collection: "runs",
  fields: { warnings: 1, error: 1 },
  rewrite: (document) => {
    const { warnings, error } = document as OldMessages;
    const hasOldWarning = warnings.some((warning) => typeof warning === "string");
    const hasOldError = error !== null && error.public_detail === undefined;
    if (!hasOldWarning && !hasOldError) return null;
    return {
      $set: {
        ...(hasOldWarning && { warnings: warnings.map(withPublicForm) }),
        ...(hasOldError && { "error.public_detail": OLD_ERROR }),
      },
    };
  },
};

const withPublicForm = (warning: Message | string): Message =>
  typeof warning === "string" ? { detail: warning, public_detail: OLD_WARNING } : warning;
