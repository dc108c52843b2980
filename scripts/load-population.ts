import { parseConfig } from "../src/config.ts";
import type { Service } from "../embedded/index.ts";
import { loadSampleData } from "./load-sample-data.ts";
import { withServices } from "./with-services.ts";
import { defaults, refuseProduction, storePopulation } from "./admin/population/store-population.ts";

/**
 * Loads the sample catalogue and a made-up population into a service that runs on this machine. A second call adds
 * nothing. Returns how many accounts, builds and runs this call has stored.
 * @throws Error in production, and where the sample data is damaged
 */
export async function loadPopulation({ env }: Pick<Service, "env">) {
  const config = parseConfig({ ...env, LOG_LEVEL: "warn" });
  refuseProduction(config, { isAllowedInProduction: false });
  return withServices("population", config, async (services) => {
    await loadSampleData(services);
    return storePopulation(services, defaults);
  });
}
