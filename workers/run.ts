import { readConfig, secretsOf, settingsWithoutEffect } from "../src/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import { stopInOrder } from "../src/infra/shutdown.ts";
import { openServices } from "../src/compose/services.ts";
import { startWorkers } from "./start-workers.ts";

/** Starts the workers of this process, which run until a signal stops the process. Prints `working` once they take jobs. */
export async function run(): Promise<void> {
  const config = readConfig();
  const logger = createLogger({
    level: config.LOG_LEVEL,
    process: "worker",
    secrets: secretsOf(config),
  });
  for (const fault of settingsWithoutEffect()) logger.warn(fault);
  const services = await openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
  const workers = await startWorkers(config, services, logger);
  stopInOrder({
    steps: [
      { name: "finish jobs", run: () => workers.stop() },
      { name: "close stores", run: () => services.close() },
    ],
    timeoutMs: config.SHUTDOWN_TIMEOUT_MS,
    logger,
  });
  console.log("working");
}
