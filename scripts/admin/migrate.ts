import { migrations } from "../../src/compose/migrations.ts";
import { newestForm } from "../../src/infra/migrations.ts";
import { adminCommand } from "./command.ts";

/** Brings stored documents into the form of this version, before anything else of it starts. */
export const migrate = adminCommand({
  name: "migrate",
  about: `Brings stored documents into the form of this version, once no process of an older version runs.
It does what each start of this version does first. docs/operations/upgrade.md says when it is needed.`,
  options: {},
  example: "",
  // Whoever opens the services has migrated.
  run: async () => {
    console.log(`all documents have form ${newestForm(migrations)}, the newest that this version knows`);
  },
});
