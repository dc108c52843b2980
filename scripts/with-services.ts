import { openServices, type Services } from "../src/compose/services.ts";
import { secretsOf, type Config } from "../src/config.ts";
import { createLogger } from "../src/infra/logger.ts";

/** Opens the services for a program, under whose name they log. Whoever has opened them closes them. */
export function openServicesFor(name: string, config: Config): Promise<Services> {
  const logger = createLogger({ level: config.LOG_LEVEL, process: name, secrets: secretsOf(config) });
  return openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
}

/** Opens the services for a program, and closes them when some work on them has ended. Returns what the work returns. */
export async function withServices<T>(
  name: string,
  config: Config,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const services = await openServicesFor(name, config);
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}
