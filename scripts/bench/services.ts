import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { freePort, projectEntry, startGuarded, startStores } from "../../embedded/index.ts";
import type { BenchSetup } from "./row.ts";

/**
 * Settings with limits so high that no measurement reaches them: a measurement sends more requests per minute than the
 * default limits allow.
 */
const roomy = {
  MAX_FAILED_RUNS_A_DAY: "1000000",
  MAX_WAITING_RUNS: "1000000",
  MAX_KEPT_BYTES: String(1024 ** 4),
  MAX_UPLOADS_AT_ONCE: "1000",
  STORE_TIMEOUT_MS: "10000",
  TEST_CONSTANTS: '{"MAX_WAITS_PER_ADDRESS":1000}',
};

/**
 * Starts stores and the processes of the service as in production. All processes are stopped at the end of the
 * measurement.
 * @param options.hasWorker false if the measured operation needs no worker, because no file has to be read and no
 *   result to be ranked
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
  const start = (name: string, entry: string, ready: RegExp) => {
    const logFile = join(folder, "logs", `${name}.log`);
    return startReady({ ...projectEntry(entry), name, env, logFile }, { ready, atEnd });
  };
  const { found: url } = await start("web", "src/server", /^listening (\S+)$/);
  if (hasWorker) await start("worker", "workers/index", /^working$/);
  return { url, env, metricsUrl: `http://127.0.0.1:${env.METRICS_PORT}/metrics` };
}

/**
 * Starts a process and waits for the line that says that the process is ready. The process ends when the measurement
 * ends, or earlier.
 * @param options.ready matches the line
 * @returns the first group of `ready` in the line, or an empty string without such a group; and a function that ends
 * the process
 * @throws Error with the last lines of the process's log, if the process ends before it has printed the line
 */
export async function startReady(
  program: Omit<Parameters<typeof startGuarded>[0], "onLine">,
  { ready, atEnd }: { ready: RegExp } & Pick<BenchSetup, "atEnd">,
): Promise<{ found: string; stop: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const onLine = (line: string) => {
      const found = ready.exec(line);
      if (found) resolve({ found: found[1] ?? "", stop: one.stop });
    };
    const one = startGuarded({ ...program, onLine });
    atEnd(one.stop);
    void one.ended.then((end) =>
      reject(new Error(`${program.name} ended before it was ready (${end}): ${one.outputTail()}`)),
    );
  });
}
