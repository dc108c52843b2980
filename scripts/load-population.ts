import { parseConfig, secretsOf } from "../src/config.ts";
import { openServices } from "../src/compose/services.ts";
import { createLogger } from "../src/infra/logger.ts";
import type { Service } from "../embedded/index.ts";
import { loadSampleData } from "./load-sample-data.ts";
import { createProgressBar } from "./progress-bar.ts";
import { DEFAULT_BUILDS, DEFAULT_SEED, refuseProduction } from "./admin/population/defaults.ts";
import { storePopulation, type StoredPopulation } from "./admin/population/store-population.ts";

/**
 * Loads the sample catalogue and a made-up population into a service that runs on this machine. Doing it again adds nothing.
 * @throws Error in production, and where the sample data is damaged
 */
export async function loadPopulation({ env }: Pick<Service, "env">): Promise<StoredPopulation> {
  const config = parseConfig({ ...env, LOG_LEVEL: "warn" });
  refuseProduction(config, { isAllowedInProduction: false });
  const logger = createLogger({ level: config.LOG_LEVEL, process: "population", secrets: secretsOf(config) });
  await loadSampleData(config, logger);
  const services = await openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
  const bar = createProgressBar({ describe: () => `a made-up population of ${DEFAULT_BUILDS} builds` });
  try {
    const simulation = { seed: DEFAULT_SEED, builds: DEFAULT_BUILDS, onProgress: bar.show };
    return await storePopulation(services, simulation);
  } finally {
    bar.end();
    await services.close();
  }
}
