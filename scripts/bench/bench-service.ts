import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { freePort, projectEntry, startStores, type GuardedProcess } from "../../embedded/index.ts";
import type { BenchSetup } from "./row.ts";
import { makeBuild, signIn } from "./sign-in.ts";
import { startReady } from "./start-ready.ts";

/** What a measurement must not run into: it sends more than people do. */
const roomy = {
  MAX_FAILED_RUNS_A_DAY: "1000000",
  MAX_WAITING_RUNS: "1000000",
  MAX_KEPT_BYTES: String(1024 ** 4),
  MAX_UPLOADS_AT_ONCE: "1000",
  MAX_WAITS_PER_ADDRESS: "1000",
  STORE_TIMEOUT_MS: "10000",
};

/**
 * Starts stores and the processes of the service as they run for people, and signs an account with a build in. All of them are stopped
 * at the end of the measurement.
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
  const metricsUrl = `http://127.0.0.1:${env.METRICS_PORT}/metrics`;
  const { accountId, cookie, send } = await signIn(url);
  return { url, env, metricsUrl, accountId, cookie, send, buildId: await makeBuild(send) };
}
