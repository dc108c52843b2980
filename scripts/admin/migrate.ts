import { knownForms } from "../../src/compose/migrations.ts";
import { newestForm } from "../../src/infra/migrations.ts";
import { adminCommand } from "./command.ts";

/** The command that migrates stored documents to the format of this version of the service. */
export const migrate = adminCommand({
  name: "migrate",
  needsOwnContainer: true,
  about: `Migrates stored documents to the form of this version. No process of an older version may run.
Each start of this version does the same first. docs/operations/upgrade.md says when to run this command.`,
  options: {},
  example: "",
  // Only print the form (format version) of the stored documents: the start of the services has already migrated the
  // documents.
  run: async () => {
    console.log(`all documents have form ${newestForm(knownForms)}, the newest form that this version knows`);
  },
});
