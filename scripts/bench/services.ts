import { randomBytes } from "node:crypto";
import { join } from "node:path";
import {
  freePort,
  projectEntry,
  startGuarded,
  startStores,
  type GuardedProcess,
} from "../../embedded/index.ts";
import { openServices, type Services } from "../../src/compose/services.ts";
import { secretsOf, type Config } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import type { BenchSetup } from "./row.ts";

/** What a measurement must not run into: it sends more than people do. */
const roomy = {
  MAX_FAILED_RUNS_A_DAY: "1000000",
  MAX_WAITING_RUNS: "1000000",
  MAX_KEPT_BYTES: String(1024 ** 4),
  MAX_UPLOADS_AT_ONCE: "1000",
  STORE_TIMEOUT_MS: "10000",
  TEST_CONSTANTS: '{"MAX_WAITS_PER_ADDRESS":1000}',
};
const STORE_TIMEOUT_MS = 60_000;

/**
 * Starts stores and the processes of the service as they run for people. All of them are stopped at the end of the measurement.
 * @param options.hasWorker false where nothing is to be read and nothing to be ranked
 */
export async function startBenchService(
  { folder, given, atEnd }: BenchSetup,
  { hasWorker }: { hasWorker: boolean },
) {
  const stores = await startStores({ dataDir: folder, given, log: () => undefined });
  atEnd(stores.stop);
  const env = {
    ...given,
    ...stores.env,
    ...roomy,
    SERVER_SECRET: randomBytes(24).toString("base64url"),
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    WORKER_METRICS_PORT: "0",
  };
  const start = (name: string, entry: string, ready: RegExp): Promise<string> => {
    const logFile = join(folder, "logs", `${name}.log`);
    const onStart = (one: GuardedProcess) => atEnd(() => one.stop());
    return startReady({ ...projectEntry(entry), name, env, logFile }, { ready, onStart });
  };
  const url = await start("web", "src/server", /^listening (\S+)$/);
  if (hasWorker) await start("worker", "workers/index", /^working$/);
  return { url, env, metricsUrl: `http://127.0.0.1:${env.METRICS_PORT}/metrics` };
}

/**
 * Starts a process and waits for the line that says it is ready.
 * @param options.ready matches that line
 * @param options.onStart gets the process at once, so that whoever started it can end it, whatever happens
 * @returns what the first group of `ready` has found in the line; an empty text where it has none
 * @throws Error with the end of its log, where it ends before that
 */
export async function startReady(
  program: Omit<Parameters<typeof startGuarded>[0], "onLine">,
  { ready, onStart }: { ready: RegExp; onStart: (process: GuardedProcess) => void },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const onLine = (line: string) => {
      const found = ready.exec(line);
      if (found) resolve(found[1] ?? "");
    };
    const one = startGuarded({ ...program, onLine });
    onStart(one);
    void one.ended.then((end) =>
      reject(new Error(`${program.name} ended before it was ready (${end}): ${one.outputTail()}`)),
    );
  });
}

/** Opens the services in this process, on stores that run. */
export function openServicesHere(config: Config): Promise<Services> {
  const logger = createLogger({ level: config.LOG_LEVEL, process: "bench", secrets: secretsOf(config) });
  return openServices(config, { logger, storeTimeoutMs: STORE_TIMEOUT_MS });
}
