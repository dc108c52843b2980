import { parseArgs } from "node:util";
import { migrations } from "../src/compose/migrations.ts";
import { newestForm } from "../src/infra/migrations.ts";
import { runScript } from "./run-script.ts";

// Brings stored documents into the form of this version before anything else of it starts. See docs/operations/upgrade.md.

const usage = `Usage: migrate
  Run it once no process of an older version runs. It does what each start of this version does first.
Example: npm run migrate`;

await runScript({
  name: "migrate",
  usage,
  readArguments: (args) => parseArgs({ args, options: {} }).values,
  // Whoever opens the services has migrated.
  run: async () => {
    console.log(`all documents have form ${newestForm(migrations)}, the newest that this version knows`);
    return true;
  },
});
