import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { startService } from "../embedded/index.ts";
import { parseConfig, secretsOf } from "../src/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import { openMongo } from "../src/infra/mongo.ts";
import { loadSampleData } from "./load-sample-data.ts";
import { scriptArguments } from "./script-arguments.ts";
import { readArguments, usage } from "./simulate/arguments.ts";
import type { Shape } from "./simulate/measure-shapes.ts";
import { shapesOfService } from "./simulate/measured-service.ts";
import { reportOf } from "./simulate/report.ts";
import { simulateInstallation } from "./simulate/simulate-installation.ts";

// How large an installation of so many accounts and runs is. What stores made-up results in an installation is simulate-results.

const TIMEOUT_MS = 60_000;

/** Starts a service of its own on stores of its own, and measures what it makes. Whatever is set for another service has no effect. */
async function measure(): Promise<Shape[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "simulate-"));
  const { PATH = "", HOME = "", MONGODB_BINARY = "" } = process.env;
  const own = {
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMITS: "false",
    DEV_LOGIN: "true",
    SWEEP_INTERVAL_MS: "500",
  };
  const ports = { METRICS_PORT: "0", WORKER_METRICS_PORT: "0" };
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  const service = await startService({
    dataDir,
    given: { PATH, HOME, MONGODB_BINARY, ...own, ...ports },
    log,
  });
  try {
    const config = parseConfig(service.env);
    const logger = createLogger({ level: "warn", process: "simulate", secrets: secretsOf(config) });
    await loadSampleData(config, logger);
    const mongo = await openMongo({
      url: config.MONGODB_URL,
      database: config.MONGODB_DATABASE,
      timeoutMs: TIMEOUT_MS,
      fileStallTimeoutMs: TIMEOUT_MS,
      silenceTimeoutMs: TIMEOUT_MS,
      startTimeoutMs: TIMEOUT_MS,
    });
    try {
      return await shapesOfService({ url: service.url, db: mongo.db });
    } finally {
      await mongo.close();
    }
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const args = scriptArguments(usage, readArguments);
if (args !== null) {
  const { json, ...size } = args;
  const installation = simulateInstallation(await measure(), size);
  console.log(json ? JSON.stringify(installation, null, 2) : reportOf(installation));
}
