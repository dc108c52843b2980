import { openServices, type Services } from "../src/compose/services.ts";
import { secretsOf, type Config } from "../src/config.ts";
import { createLogger } from "../src/infra/logger.ts";

/** Opens the services for a program; the log shows the program's name. The caller closes the services. */
export function openServicesFor(name: string, config: Config): Promise<Services> {
  const logger = createLogger({ level: config.LOG_LEVEL, process: name, secrets: secretsOf(config) });
  return openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
}

/** Opens the services for a program, runs `work`, and closes the services. Returns the result of the work. */
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
