import { parseArgs } from "node:util";
import { billingPeriodOf } from "../src/accounts/index.ts";
import { runScript } from "./run-script.ts";

// Makes all kept sums and counts anew from what they are made of. Needed where two releases ran side by side that keep them
// differently. Web processes and workers must be stopped: sums are too low meanwhile. Cut off, it may be begun again.

await runScript({
  name: "rebuild-sums",
  usage: `Usage: rebuild-sums --all-stopped
  --all-stopped: web processes and workers are stopped
Example: npm run rebuild-sums -- --all-stopped`,
  readArguments: (args) => {
    const { values } = parseArgs({ args, options: { "all-stopped": { type: "boolean" } } });
    if (!values["all-stopped"])
      throw new Error(
        "--all-stopped: stop all web processes and workers first, then say so with this option",
      );
    return {};
  },
  run: async (_args, { records, storedBuilds, usage, clock }) => {
    await records.ledger.rebuildSums();
    const period = billingPeriodOf(clock());
    const counters = await usage.rebuildAll(period);
    await records.files.rebuildSums();
    await storedBuilds.rebuildCounts();
    console.log(`all sums and counts are made anew, and ${counters} run counters of ${period}`);
    return true;
  },
});
