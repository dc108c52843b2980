import { withProgressBar } from "../progress-bar.ts";
import { adminCommand } from "./command.ts";

/** Makes all standings anew: what is ranked of each run, the entries of all builds, and the ranks in Redis. */
export const rebuildStandings = adminCommand({
  name: "rebuild-standings",
  about: `Ranks all runs anew. Web processes and workers may go on meanwhile.
Needed once where runs were stored before there were standings. Cut off, it may be begun again.`,
  options: {},
  example: "",
  run: async (_values, { standings }) => {
    const describe = () => "runs and entries ranked anew";
    const { runs, entries } = await withProgressBar(describe, ({ show }) => standings.rebuildAll(show));
    console.log(`${runs} runs and ${entries} entries are ranked anew, and the ranks are filled`);
  },
});
