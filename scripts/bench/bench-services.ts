import { join } from "node:path";
import { startStores } from "../../embedded/index.ts";
import { openServices, type Services } from "../../src/compose/services.ts";
import { parseConfig, secretsOf, type Config } from "../../src/config.ts";
import { createLogger, type Logger } from "../../src/infra/logger.ts";
import type { BenchSetup } from "./row.ts";

const STORE_TIMEOUT_MS = 60_000;

/**
 * Opens the services in this process, on the stores of a measurement, where no HTTP is to be measured. They are closed at the end of the
 * measurement.
 */
export async function openBenchServices({ folder, given, atEnd }: BenchSetup) {
  const running = await startStores({ dataDir: join(folder, "stores"), given, log: () => undefined });
  atEnd(running.stop);
  const config = parseConfig({ ...given, ...running.env, NODE_ENV: "test", LOG_LEVEL: "silent" });
  const logger = benchLogger(config);
  const services = await openServicesHere(config, logger);
  atEnd(services.close);
  return { config, logger, services };
}

/** Opens the services in this process, on stores that run. */
export function openServicesHere(config: Config, logger = benchLogger(config)): Promise<Services> {
  return openServices(config, { logger, storeTimeoutMs: STORE_TIMEOUT_MS });
}

function benchLogger(config: Config): Logger {
  return createLogger({ level: config.LOG_LEVEL, process: "bench", secrets: secretsOf(config) });
}
