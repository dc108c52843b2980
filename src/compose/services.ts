import { randomUUID } from "node:crypto";
import { createAccounts, type Accounts } from "../accounts/accounts.ts";
import { presentUsage } from "../accounts/presenter.ts";
import { createBenchmarks, type Benchmarks } from "../benchmarks/benchmarks.ts";
import { createBenchmarkRecords, type BenchmarkRecords } from "../benchmarks/records/records.ts";
import type { TakenUnits } from "../benchmarks/submit/submit.ts";
import { benchmarkTypeOf } from "../benchmarks/model/benchmark-types.ts";
import { createBuildsRepository, type BuildsRepository } from "../builds/records/builds-repository.ts";
import { createBuilds, type Builds } from "../builds/builds.ts";
import type { Config } from "../config.ts";
import { createIdempotency, type Idempotency } from "../idempotency/idempotency.ts";
import { bounded } from "../infra/bounded.ts";
import { systemClock, type Clock } from "../infra/clock.ts";
import { withMongo } from "../infra/mongo.ts";
import { pauseAt } from "./pause-at.ts";
import type { Logger } from "../infra/logger.ts";
import { createProducts, type Products } from "../products/products.ts";
import { parseRunJob, syncProductsJob } from "../queues/jobs.ts";
import { createProducer, type Producer } from "../queues/producer.ts";
import { setUpCollections } from "./collections.ts";
import { openStores, type Stores } from "./stores.ts";

/** The parts of the service, wired. */
export interface Services {
  stores: Stores;
  accounts: Accounts;
  buildsRepository: BuildsRepository;
  builds: Builds;
  records: BenchmarkRecords;
  benchmarks: Benchmarks;
  products: Products;
  idempotency: Idempotency;
  /** Adds a job, within the time that a store has to answer. */
  enqueue: Enqueue;
  clock: Clock;
  newId: () => string;
  /** Closes everything that was opened, in order. */
  close(): Promise<void>;
}

interface ServicesOptions {
  logger: Logger;
  /** How long a call waits for one answer of a store. */
  storeTimeoutMs: number;
  clock?: Clock;
}

type Enqueue = Producer["add"];

const HOUR_MS = 60 * 60 * 1000;
/** Whoever watches a process start that waits is told what for. */
const WAITING_NOTICE_MS = 1000;

/**
 * Opens the stores, creates collections and indexes, and builds every part: the composition root.
 * @throws StoreUnavailableError, StoreRefusedError when MongoDB is not to be had within START_TIMEOUT_MS
 */
export async function openServices(config: Config, options: ServicesOptions): Promise<Services> {
  const { logger, storeTimeoutMs, clock = systemClock } = options;
  const startTimeoutMs = await prepareMongo(config, logger);
  const stores = await openStores(config, { timeoutMs: storeTimeoutMs, startTimeoutMs, logger });
  const producer = createProducer({ redis: stores.redis, prefix: config.REDIS_KEY_PREFIX, logger });
  const parts = wire({ config, stores, producer, clock, logger, storeTimeoutMs });
  return {
    stores,
    ...parts,
    close: async () => {
      await producer.close();
      await stores.close();
    },
  };
}

/** Waits for MongoDB and creates the collections there. Answers how much of the time to start is left. */
async function prepareMongo(config: Config, logger: Logger): Promise<number> {
  const deadline = performance.now() + config.START_TIMEOUT_MS;
  const notice = setTimeout(
    () => logger.warn({ limit_ms: config.START_TIMEOUT_MS }, "waiting for MongoDB"),
    WAITING_NOTICE_MS,
  );
  try {
    await withMongo({
      url: config.MONGODB_URL,
      database: config.MONGODB_DATABASE,
      timeoutMs: config.START_TIMEOUT_MS,
      use: setUpCollections,
    });
  } finally {
    clearTimeout(notice);
  }
  return deadline - performance.now();
}

interface WireParts {
  config: Config;
  stores: Stores;
  producer: Producer;
  clock: Clock;
  logger: Logger;
  storeTimeoutMs: number;
}

function wire({ config, stores, producer, clock, logger, storeTimeoutMs }: WireParts) {
  const { mongo, redis, searchEngine } = stores;
  const newId = randomUUID;
  const records = createBenchmarkRecords({ mongo, clock, maxFileBytes: config.MAX_FILE_BYTES });
  const { sumCharged } = records.submissions;
  const accounts = createAccounts({ db: mongo.db, redis, config, clock, newId, sumCharged });
  const enqueue: Enqueue = (job, payload, jobId) =>
    bounded(producer.add(job, payload, jobId), storeTimeoutMs, "adding a job");
  const products = createProducts({
    db: mongo.db,
    client: searchEngine.client,
    indexPrefix: config.MEILI_INDEX_PREFIX,
    clock,
    newId,
    logger,
    queue: { syncProducts: (kind) => enqueue(syncProductsJob, { kind }) },
  });
  const buildsRepository = createBuildsRepository(mongo.db);
  const builds = createBuilds({
    builds: buildsRepository,
    clock,
    findParts: products.catalogue.findParts,
    ownerNames: accounts.repository.namesOf,
    completeRunsOf: (buildId) => completeRunsOf(records, buildId),
    deleteRunsOf: (buildId) => benchmarks.deleteRuns.ofBuild(buildId),
    describeBenchmark: benchmarkTypeOf,
  });
  const idempotency = createIdempotency({ db: mongo.db, clock, ...idempotencyTimes(config) });
  const benchmarks: Benchmarks = createBenchmarks({
    records,
    config,
    clock,
    logger,
    newId,
    runUrl: (runId) => `${config.PUBLIC_URL}/benchmarks/runs/${runId}`,
    idempotency,
    reached: pauseAt(config.TEST_PAUSE_AT),
    requireAttachable: builds.requireAttachable,
    requireUnitsLeft: accounts.counter.requireUnitsLeft,
    takeUnits: takeUnitsFrom(accounts),
    recount: accounts.counter.rebuild,
    enqueueParse: (runId, attempt) => enqueue(parseRunJob, { run_id: runId }, `${runId}-${attempt}`),
  });
  return {
    accounts,
    buildsRepository,
    builds,
    records,
    benchmarks,
    products,
    idempotency,
    enqueue,
    clock,
    newId,
  };
}

function idempotencyTimes(config: Config) {
  return { leaseMs: config.IDEMPOTENCY_LEASE_MS, keepMs: config.IDEMPOTENCY_HOURS * HOUR_MS };
}

/** A build's complete runs in the form that its summary needs. */
async function completeRunsOf({ runs }: BenchmarkRecords, buildId: number) {
  const found = await runs.completeRunsOf(buildId);
  return found.flatMap(({ _id, benchmark_id, variant, score, file, created_at }) =>
    score === null
      ? []
      : [{ run_id: _id, benchmark_id, variant, score, file_sha256: file?.sha256 ?? null, created_at }],
  );
}

/** The run counter in the form that a submission needs. */
function takeUnitsFrom({ counter }: Accounts) {
  return async (...[submitter, request]: Parameters<Accounts["counter"]["reserve"]>): Promise<TakenUnits> => {
    const reservation = await counter.reserve(submitter, request);
    return {
      period: reservation.period,
      usage: presentUsage(reservation.usage),
      validUntil: reservation.validUntil,
      settle: () => counter.settle(reservation),
      release: () => counter.release(reservation),
    };
  };
}
