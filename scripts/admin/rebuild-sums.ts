import { flag } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";

/** Makes all kept sums, counts and figures anew from what they are made of. */
export const rebuildSums = adminCommand({
  name: "rebuild-sums",
  about: `Makes all kept sums, counts and figures anew, while nothing else runs: they are too low meanwhile.
Needed where two releases ran side by side that keep them differently. Cut off, it may be begun again.`,
  options: { "all-stopped": flag("web processes and workers are stopped") },
  example: "--all-stopped",
  faultsOf: (values) =>
    values["all-stopped"]
      ? []
      : ["--all-stopped: stop all web processes and workers first, then say so with this option"],
  run: async (_values, { records, storedBuilds, figures }) => {
    await records.files.rebuildSums();
    await storedBuilds.rebuildCounts();
    await figures.rebuildAll();
    console.log("all sums, counts and figures are made anew");
    return true;
  },
});
