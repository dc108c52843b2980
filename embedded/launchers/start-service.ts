import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseConfig, type Config } from "../../src/config.ts";
import { ListenError } from "../../src/infra/listen-error.ts";
import { lockDataDir } from "./lock-data-dir.ts";
import { freePort, portFault } from "./processes/free-port.ts";
import { keptSecret } from "./processes/kept-secret.ts";
import { projectEntry } from "./processes/project-files.ts";
import { startGuarded, type GuardedProcess } from "./processes/start-guarded.ts";
import { ChildProcessError, untilReady } from "./processes/until-ready.ts";
import { startLocalProvider } from "./start-local-provider.ts";
import { startStoresIn, type Stores, type StoresOptions } from "./start-stores.ts";

/**
 * How long to wait until a taken port becomes free, in ms: the system releases the port of a killed process a moment
 * after the process has ended.
 */
const PORT_WAIT_MS = 2000;
const PORT_POLL_MS = 100;
/**
 * How long the web process and the worker process may take to start, in ms, in addition to START_TIMEOUT_MS, which is
 * how long the two wait for MongoDB.
 */
const EXTRA_START_MS = 60_000;
/**
 * How long the web process and the worker process may take to stop, in seconds, in addition to SHUTDOWN_DELAY_MS and
 * SHUTDOWN_TIMEOUT_MS, within which the two stop by themselves.
 */
const EXTRA_GRACE_SECONDS = 5;

/**
 * Starts the whole service on this machine: the stores whose URLs are not given, then the web process and the worker
 * process. Resolves when all of these processes are ready. The log of each process is `<dataDir>/logs/<name>.log`. All
 * processes also end if this process ends for any reason.
 * @param options.given the environment variables of this process. DEV_LOGIN is true by default, except in production.
 *   A missing SERVER_SECRET is generated and stored in the data folder
 * @param options.signal stops the service, during its start and later
 * @throws InvalidConfigError, ListenError, ChildProcessError, and the errors of lockDataDir, startStoresIn and
 * awaitGivenStores; no process keeps running then
 */
export async function startService(options: StoresOptions) {
  const { dataDir, log, signal } = options;
  const given = await withPorts(options.given);
  const config = parseConfig(given);
  // Lock the data folder before checking the port: a service that already runs in the folder also occupies the port,
  // which would otherwise only be reported as taken.
  const lock = await lockDataDir(dataDir);
  await refuseTakenPort(config).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const stores = await startStoresIn(lock, options);
  const isProduction = config.NODE_ENV === "production";
  const env = {
    ...given,
    ...stores.env,
    DEV_LOGIN: given["DEV_LOGIN"] || String(!isProduction),
    SERVER_SECRET: given["SERVER_SECRET"] || keptSecret(join(dataDir, "server-secret")),
  };
  const stopMs = config.SHUTDOWN_DELAY_MS + config.SHUTDOWN_TIMEOUT_MS;
  const graceSeconds = Math.ceil(stopMs / 1000) + EXTRA_GRACE_SECONDS;

  const processes: GuardedProcess[] = [];
  const startProvider = async () => {
    const provider = await startLocalProvider({ config, dataDir, env, log, signal });
    processes.push(...provider.processes);
    Object.assign(env, provider.env);
  };
  const startProcess = async (name: string, entry: string, readyLine: RegExp) => {
    let matched: RegExpExecArray | null = null;
    const child = startGuarded({
      ...projectEntry(entry),
      name,
      env,
      graceSeconds,
      logFile: join(dataDir, "logs", `${name}.log`),
      onLine: (line) => {
        matched ??= readyLine.exec(line);
      },
    });
    processes.push(child);
    const timeoutMs = config.START_TIMEOUT_MS + EXTRA_START_MS;
    await untilReady(child, { isReady: () => matched !== null, timeoutMs, signal });
    log(`started ${name}`);
    return matched?.[1] ?? "";
  };
  try {
    const isSearchServed = await hasSearch(config, options);
    await startProvider();
    const starting = [
      startProcess("web", "src/server", /^listening (\S+)$/),
      startProcess("worker", "workers/index", /^working$/),
    ];
    const [url = ""] = await Promise.all(starting);
    return supervise({ url, env, processes, stores, signal, isSearchServed });
  } catch (error) {
    await stopInOrder(processes, stores);
    throw error;
  }
}

/**
 * Waits for the stores that the settings name. Returns whether Meilisearch answers.
 * @throws the errors of awaitGivenStores
 */
async function hasSearch(config: Config, { given, log, signal }: StoresOptions): Promise<boolean> {
  if (!given["REDIS_URL"] && !given["MEILI_URL"]) return true;
  // Import the module `given-stores` only if the URL of Redis or Meilisearch is given: it loads the many modules of the
  // stores' clients, which a start without given stores does not need.
  const { awaitGivenStores } = await import("./stores/given-stores.ts");
  return (await awaitGivenStores({ config, given, log, signal })).isSearchServed;
}

/**
 * Chooses a free port where PORT is 0, so that the URLs that the service builds contain the port. Unless the settings
 * name a port for the metrics, chooses any free port for them too, so that several services can run on one machine.
 */
async function withPorts(given: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { METRICS_PORT, WORKER_METRICS_PORT } = given;
  return {
    ...given,
    METRICS_PORT: METRICS_PORT || "0",
    WORKER_METRICS_PORT: WORKER_METRICS_PORT || "0",
    ...(parseConfig(given).PORT === 0 && { PORT: String(await freePort()) }),
  };
}

/** The running service, as `startService` returns it. */
export type Service = Awaited<ReturnType<typeof startService>>;

async function refuseTakenPort(config: Config): Promise<void> {
  const deadline = performance.now() + PORT_WAIT_MS;
  for (;;) {
    const fault = await portFault(config.PORT, config.HOST);
    if (fault === undefined) return;
    if (fault !== "EADDRINUSE" || performance.now() > deadline) throw new ListenError(config, fault);
    await sleep(PORT_POLL_MS);
  }
}

/** Stops all processes as soon as one process ends by itself. */
function supervise({ url, env, processes, stores, signal, isSearchServed }: Supervised) {
  const children = [...processes, ...stores.processes];
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    stopping ??= stopInOrder(processes, stores);
    await stopping;
  };
  const untilEnded = async () => {
    const first = await Promise.race(children.map(async (child) => ({ child, how: await child.ended })));
    const error =
      stopping === undefined
        ? new ChildProcessError(first.child, `ended by itself (${first.how})`)
        : undefined;
    await stop();
    return error;
  };
  signal?.addEventListener("abort", () => void stop());
  return {
    /** The URL at which the web process listens. */
    url,
    /** Whether Meilisearch answered at the start. */
    isSearchServed,
    /**
     * The environment variables of web and worker: a script with the same environment variables uses the same
     * stores.
     */
    env,
    /** Stops the local sign-in provider if it runs, then the web process, then the worker process, then the stores. */
    stop,
    /** Kills all processes of the service with SIGKILL. */
    kill: () => children.forEach((child) => child.kill()),
    /** Resolves when all processes have ended: with an error if one of them ended by itself. */
    ended: untilEnded(),
  };
}

interface Supervised {
  url: string;
  isSearchServed: boolean;
  env: NodeJS.ProcessEnv;
  processes: readonly GuardedProcess[];
  stores: Stores;
  signal: AbortSignal | undefined;
}

async function stopInOrder(processes: readonly GuardedProcess[], stores: Stores): Promise<void> {
  for (const child of processes) await child.stop();
  await stores.stop();
}
