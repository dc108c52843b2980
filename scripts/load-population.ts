import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../src/compose/services.ts";
import { parseConfig } from "../src/config.ts";
import type { Service } from "../embedded/index.ts";
import { loadSampleData } from "./load-sample-data.ts";
import { withProgressBar } from "./progress-bar.ts";
import { withServices } from "./with-services.ts";
import { reviewPopulation } from "./admin/population/review-population.ts";
import { defaults, refuseProduction, storePopulation } from "./admin/population/store-population.ts";

/** The interval in ms at which the script reads how far the ranking of the results is. */
const POLL_MS = 500;

/**
 * Loads the sample catalogue and a made-up population into a service that runs on this machine. Waits until the workers
 * have ranked all results, the results were checked for outliers, and the honest outliers were accepted as a reviewer
 * accepts them. A second call adds nothing. Returns how many accounts, builds and runs this call has stored.
 * @throws Error in production, or if the sample data is damaged
 */
export async function loadPopulation({ env }: Pick<Service, "env">, of = defaults) {
  const config = parseConfig({ ...env, LOG_LEVEL: "warn" });
  refuseProduction(config, { isAllowedInProduction: false });
  return withServices("population", config, async (services) => {
    await loadSampleData(services);
    const stored = await storePopulation(services, of);
    await untilRanked(services);
    await services.standings.outlierCheck.checkAll();
    await reviewPopulation(services, of);
    // Wait until the rankings have lost the results that the outlier check has marked, and gained the accepted results.
    await untilRanked(services);
    return stored;
  });
}

/** Waits until the workers have ranked all results, and shows the progress. */
function untilRanked({ runs }: Pick<Services, "runs">): Promise<void> {
  return withProgressBar(
    () => "the results are being ranked",
    async ({ show }) => {
      for (;;) {
        const { runs: all, due } = await runs.rankingProgress();
        if (due === 0) return;
        show(Math.max(0, 1 - due / all));
        await sleep(POLL_MS);
      }
    },
  );
}
