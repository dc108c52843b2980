import { createProgressBar } from "./progress-bar.ts";
import { runScript } from "./run-script.ts";

// Makes all standings anew: what is ranked of each run, the entries of all builds, and the ranks in Redis. Needed once where runs were
// stored before there were standings. The service may go on meanwhile. Cut off, it may be begun again.

const usage = `Usage: rebuild-standings
  Ranks all runs anew. Web processes and workers may go on meanwhile.
Example: npm run rebuild:standings`;

await runScript({
  name: "rebuild-standings",
  usage,
  readArguments: (args) => {
    if (args.length > 0) throw new Error(`expected no arguments, found ${args.join(" ")}: leave them out`);
    return {};
  },
  run: async (_args, { standings }) => {
    const bar = createProgressBar({ describe: () => "runs and entries ranked anew" });
    const done = await standings.rebuildAll(bar.show);
    bar.end();
    console.log(`${done.runs} runs and ${done.entries} entries are ranked anew, and the ranks are filled`);
    return true;
  },
});
