import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { startStores } from "../../embedded/index.ts";
import { openServices } from "../../src/compose/services.ts";
import { parseConfig, secretsOf } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";

/**
 * Opens the services on stores for a measurement: those whose URLs are given, and new ones, with their data in a temporary folder,
 * instead of the others. Whoever opens them calls `close` at the end, which stops what was started and removes its data.
 * @param name the measurement, which the folder is named after
 */
export async function openBenchServices(name: string) {
  const dataDir = await mkdtemp(join(tmpdir(), `bench-${name}-`));
  const running = await startStores({ dataDir, given: process.env, log: () => undefined });
  const config = parseConfig({ ...process.env, ...running.env, NODE_ENV: "test", LOG_LEVEL: "silent" });
  const logger = createLogger({ level: "silent", process: "bench", secrets: secretsOf(config) });
  const services = await openServices(config, { logger, storeTimeoutMs: 10_000 });
  const close = async (): Promise<void> => {
    await services.close();
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { config, logger, services, close };
}
