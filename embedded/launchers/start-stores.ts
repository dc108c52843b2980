import { redactUrls } from "../../src/infra/scrub.ts";
import { lockDataDir, type DataDirLock } from "./lock-data-dir.ts";
import type { GuardedProcess } from "./processes/start-guarded.ts";
import { startMeilisearch } from "./stores/start-meilisearch.ts";
import { startMongodb } from "./stores/start-mongodb.ts";
import { startRedis } from "./stores/start-redis.ts";
import type { RunningStore, StoreStarter, StoreVariable } from "./stores/store-starter.ts";
import { messageOf } from "../../src/infra/message-of.ts";

const starters = {
  MONGODB_URL: startMongodb,
  REDIS_URL: startRedis,
  MEILI_URL: startMeilisearch,
} satisfies Partial<Record<StoreVariable, StoreStarter>>;

const storeVariables = ["MONGODB_URL", "REDIS_URL", "MEILI_URL", "MEILI_KEY"] as const;

/**
 * Starts a store for each URL (MONGODB_URL, REDIS_URL, MEILI_URL) that is not given, on a free port of 127.0.0.1, and
 * resolves when all stores answer. The stores also end if this process ends for any reason.
 * @throws StoreMissingError, ChildProcessError, UnusableDataError, and the errors of lockDataDir; no store keeps
 * running then
 */
export async function startStores(options: StoresOptions): Promise<Stores> {
  return startStoresIn(await lockDataDir(options.dataDir), options);
}

/**
 * Starts stores as {@link startStores} does, in a data folder that is locked already. The folder is unlocked when the
 * stores are stopped or when the start fails.
 * @throws StoreMissingError, ChildProcessError, UnusableDataError; no store keeps running then
 */
export async function startStoresIn(lock: DataDirLock, options: StoresOptions): Promise<Stores> {
  const { dataDir, given, log, signal } = options;
  const missing = Object.entries(starters).filter(([variable]) => !given[variable]);
  const fromOutside = storeVariables.flatMap((name) => (given[name] ? [[name, given[name]] as const] : []));
  if (missing.length === 0) {
    return { env: Object.fromEntries(fromOutside), processes: [], stop: async () => lock.release() };
  }
  const context = {
    dataDir,
    env: given,
    onStart: (groupId: number) => lock.addProcessGroup(groupId),
    signal,
  };
  const starting = missing.map(async ([, start]) => {
    const store = await start(context);
    const url = store.env.MONGODB_URL ?? store.env.REDIS_URL ?? store.env.MEILI_URL ?? "";
    log(`started ${store.process.name}: ${redactUrls(url)}`);
    return store;
  });
  const stores = await allOrNone(starting, lock);
  const processes = stores.map((store) => store.process);
  return {
    env: Object.assign(Object.fromEntries(fromOutside), ...stores.map((store) => store.env)) as Stores["env"],
    processes,
    stop: async () => stopAll(processes, lock),
  };
}

/** The stores that the service uses: those whose URLs were given, and those that were started. */
export interface Stores {
  /** The environment variables with which the service reaches all stores. */
  env: Partial<Record<StoreVariable, string>>;
  /** The processes of the stores that were started. */
  processes: readonly GuardedProcess[];
  /** Stops the stores that were started. Their data stays in the data folder. */
  stop(): Promise<void>;
}

/** Options of {@link startStores}. */
export interface StoresOptions {
  /** The folder of the started stores' data. Only one process at a time may start stores in the folder. */
  dataDir: string;
  /**
   * The environment variables of this process. A store whose URL is given is not started; the programs of the
   * other stores are found on PATH.
   */
  given: NodeJS.ProcessEnv;
  /** Prints a line for each process that was started. */
  log: (line: string) => void;
  /** The signal that aborts the start of the stores. */
  signal?: AbortSignal | undefined;
}

/**
 * Waits until each store has started or failed; if a store has failed, stops the other stores and throws the error of
 * the start.
 */
async function allOrNone(starting: Promise<RunningStore>[], lock: DataDirLock): Promise<RunningStore[]> {
  const results = await Promise.allSettled(starting);
  const stores = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const faults = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  if (faults.length === 0) return stores;
  await stopAll(
    stores.map((store) => store.process),
    lock,
  );
  throw faults.length === 1 ? faults[0] : new Error(faults.map(messageOf).join("\n\n"), { cause: faults });
}

async function stopAll(processes: readonly GuardedProcess[], lock: DataDirLock): Promise<void> {
  await Promise.all(processes.map(async (process) => process.stop()));
  lock.release();
}
