import {
  createAccounts,
  createAccountsRepository,
  createSessions,
  createTiers,
  createUsage,
} from "../accounts/index.ts";
import {
  createBenchmarkSweeps,
  createFileStore,
  createFrames,
  createFrameSeriesRepository,
  createLedger,
  createRunParser,
  createRuns,
  createRunsRepository,
  createSubmissions,
} from "../benchmarks/index.ts";
import { createBuilds } from "../builds/index.ts";
import type { Config } from "../config.ts";
import { createIdempotency } from "../idempotency/idempotency.ts";
import { systemClock } from "../infra/clock.ts";
import { newRandomId } from "../infra/new-id.ts";
import type { Logger } from "../infra/logger.ts";
import { createCatalogue, createProductSearch, createProductSync } from "../products/index.ts";
import { createJobQueue } from "../queues/job-queue.ts";
import { pauseAt, type Overrides, type Ports } from "./ports.ts";
import { openStores, prepareMongo, type Stores } from "./stores.ts";

/** The services of a process, one object for each noun of the domain. */
export type Services = ReturnType<typeof createServices>;

/**
 * Opens the stores, creates their collections and indexes, and creates every service.
 * @throws StoreUnavailableError, StoreRefusedError when MongoDB cannot be used within START_TIMEOUT_MS
 */
export async function openServices(config: Config, options: ServicesOptions): Promise<Services> {
  const { logger, storeTimeoutMs } = options;
  const startTimeoutMs = await prepareMongo(config, logger);
  const stores = await openStores(config, { timeoutMs: storeTimeoutMs, startTimeoutMs, logger });
  return createServices(config, stores, options);
}

/**
 * The composition root: creates every service on open stores and hands each service what it needs.
 * @param options.overrides replacements of some ports, by name
 */
export function createServices(config: Config, stores: Stores, options: ServicesOptions) {
  const { logger, storeTimeoutMs: timeoutMs } = options;
  const { mongo, redis, searchEngine } = stores;
  const { db } = mongo;
  const overrides: Overrides = { ...pauseAt(config.TEST_PAUSE_AT), ...options.overrides };
  const port = <Name extends keyof Ports>(name: Name, real: Ports[Name]): Ports[Name] =>
    overrides[name]?.(real) ?? real;

  const clock = port("clock", systemClock);
  const newId = port("newId", newRandomId);
  const queue = port("queue", createJobQueue({ redis, config, timeoutMs, logger }));
  const files = port("files", createFileStore({ mongo, clock, config }));
  const series = port("series", createFrameSeriesRepository(db));
  const ledger = port("ledger", createLedger(db));
  const runRecords = port("runRecords", createRunsRepository(db));

  const tiers = createTiers(config);
  const usage = port("usage", createUsage({ redis, ledger, tiers, clock, config }));
  const accountRecords = createAccountsRepository(db);
  const sessions = createSessions({ db, accounts: accountRecords, clock, newId, config });
  const accounts = createAccounts({ accounts: accountRecords, sessions, tiers, clock, newId });
  const idempotency = createIdempotency({ db, clock, config });

  const productDeps = { db, client: searchEngine.client, config, clock, newId, logger, queue };
  const catalogue = createCatalogue(productDeps);
  const search = createProductSearch(productDeps);
  const productSync = createProductSync(productDeps);

  const records = { ledger, runs: runRecords, files, series };
  const common = { usage, idempotency, queue, clock, newId, config, logger };
  const runs = createRuns({ ...records, ...common });
  const builds = createBuilds({ db, catalogue, accounts, runs, ...common });
  const submissions = createSubmissions({ ...records, builds, ...common });
  const frames = createFrames({ runs, series });
  const runParser = createRunParser({ ...records, ...common });
  const sweeps = [
    ...createBenchmarkSweeps({ submissions, runs, runParser, records, clock, config }),
    builds.sweep,
  ];
  const close = async () => {
    await queue.close();
    await stores.close();
  };
  const foundation = { stores, clock, newId, queue, records, close };
  const accountServices = { tiers, usage, sessions, accounts, idempotency };
  const productServices = { catalogue, search, productSync };
  const benchmarkServices = { builds, runs, submissions, frames, runParser, sweeps };
  return { ...foundation, ...accountServices, ...productServices, ...benchmarkServices };
}

interface ServicesOptions {
  logger: Logger;
  /** How long a call waits for one answer of a store, in milliseconds. */
  storeTimeoutMs: number;
  overrides?: Overrides;
}
