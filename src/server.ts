import { readConfig, secretsOf, settingsWithoutEffect } from "./config.ts";
import { createLogger } from "./infra/logger.ts";
import { stopInOrder } from "./infra/shutdown.ts";
import { serveMetrics } from "./compose/metrics-services.ts";
import { startTraces } from "./infra/traces/start-traces.ts";
import { openServices } from "./compose/services.ts";
import { startProcess } from "./compose/start-process.ts";
import { logStart } from "./compose/start-line.ts";
import { startWeb } from "./compose/web.ts";
import { openDoorWarning } from "./settings/warnings.ts";

await startProcess("web", async () => {
  const config = readConfig();
  const traces = await startTraces(config, "web");
  const logger = createLogger({
    level: config.LOG_LEVEL,
    process: "web",
    secrets: secretsOf(config),
    mixin: traces.ids,
  });
  for (const fault of settingsWithoutEffect()) logger.warn(fault);
  const openDoor = openDoorWarning(config);
  if (openDoor !== null) process.stderr.write(`${openDoor}\n`);
  const services = await openServices(config, {
    logger,
    storeTimeoutMs: config.STORE_TIMEOUT_MS,
    traces,
  });
  const web = await startWeb(config, services, logger);
  const workState = () => (web.isDraining() ? "draining" : "working");
  const metricsServer = await serveMetrics(config, services, { role: "web", logger, workState });
  stopInOrder({
    steps: [
      { name: "stop listening", run: (hasFailed) => web.stop(hasFailed) },
      { name: "close metrics", run: () => metricsServer.close() },
      { name: "close stores", run: () => services.close() },
      { name: "send traces", run: () => traces.close() },
    ],
    timeoutMs: config.SHUTDOWN_DELAY_MS + config.SHUTDOWN_TIMEOUT_MS,
    logger,
  });
  await logStart(config, { stores: services.stores, logger, facts: { url: web.url } });
  console.log(`listening ${web.url}`);
});
