import { readConfig, secretsOf, settingsWithoutEffect } from "../src/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import { stopInOrder } from "../src/infra/shutdown.ts";
import { serveMetrics } from "../src/compose/metrics-services.ts";
import { openServices } from "../src/compose/services.ts";
import { logStart } from "../src/compose/start-line.ts";
import { startTraces } from "../src/infra/traces/start-traces.ts";
import type { WorkState } from "../src/metrics/metrics-server.ts";
import { startWorkers } from "./start-workers.ts";

/**
 * Starts the workers of this process, which run until a signal stops the process. Prints `working` once the workers
 * accept jobs.
 */
export async function run(): Promise<void> {
  const config = readConfig();
  const traces = await startTraces(config, "worker");
  const logger = createLogger({
    level: config.LOG_LEVEL,
    process: "worker",
    secrets: secretsOf(config),
    mixin: traces.ids,
  });
  for (const fault of settingsWithoutEffect()) logger.warn(fault);
  const services = await openServices(config, {
    logger,
    storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS,
    traces,
  });
  let state: WorkState = "starting";
  const workState = () => (state === "working" && !workers.areRunning() ? "starting" : state);
  // Serve metrics before the workers start, so that the metrics also show a worker that waits for Redis at its start.
  const metricsServer = await serveMetrics(config, services, { role: "worker", logger, workState });
  const workers = await startWorkers(config, services, logger);
  state = "working";
  const stopWorking = async () => {
    state = "draining";
    await workers.stop();
  };
  stopInOrder({
    steps: [
      { name: "finish jobs", run: stopWorking },
      { name: "close metrics", run: () => metricsServer.close() },
      { name: "close stores", run: () => services.close() },
      { name: "send traces", run: () => traces.close() },
    ],
    timeoutMs: config.SHUTDOWN_TIMEOUT_MS,
    logger,
  });
  await logStart(config, { stores: services.stores, logger });
  console.log("working");
}
