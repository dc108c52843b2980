import { withProgressBar } from "../progress-bar.ts";
import { adminCommand } from "./command.ts";

/**
 * The command that rebuilds all standings: the ranked figures of each run, the best runs of all builds, and the ranks
 * in Redis.
 */
export const rebuildStandings = adminCommand({
  name: "rebuild-standings",
  about: `Rebuilds the ranking of all runs. Web processes and workers may keep running.
Needed once after an upgrade whose changelog names this command. After an interruption, run the command again.`,
  options: {},
  example: "",
  run: async (_values, { standings }) => {
    const describe = () => "runs and entries ranked again";
    const { runs, entries } = await withProgressBar(describe, ({ show }) => standings.rebuildAll(show));
    console.log(`ranked ${runs} runs and ${entries} entries again, and filled the ranks in Redis`);
  },
});
