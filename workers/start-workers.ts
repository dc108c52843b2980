import { secretsOf, type Config } from "../src/config.ts";
import type { Logger } from "../src/infra/logger.ts";
import { openWaitingRedis, type Redis } from "../src/infra/redis.ts";
import { createScrubber } from "../src/infra/scrub.ts";
import { callBoth } from "../src/infra/store-calls.ts";
import { productKinds, startSyncTimer } from "../src/products/index.ts";
import {
  checkScoresJob,
  fillRanksJob,
  jobDefinitions,
  parseRunJob,
  syncProductsJob,
  updateStandingsJob,
} from "../src/queues/jobs.ts";
import type { Services } from "../src/compose/services.ts";
import { createWorker, type RunningWorker, type WorkerDeps } from "./create-worker.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { createSyncProductsHandler } from "./sync-products.ts";

/** The share of SHUTDOWN_TIMEOUT_MS that running jobs and sweeps may take before they are returned or interrupted. */
const JOB_SHARE = 0.5;

/**
 * How many jobs that write products to the search index run at the same time: one for each kind of product, so that no
 * kind waits for another.
 */
const SYNC_CONCURRENCY = 4;

/**
 * How many jobs that update standings (ranks of results) run at the same time: several, because these jobs mostly wait
 * for stores.
 */
const STANDINGS_CONCURRENCY = 4;

/**
 * Starts a worker for every kind of job, and the timers that write changed products to the search index and run the
 * sweeps.
 * @throws Error when a kind of job has no worker, or two
 */
export async function startWorkers(config: Config, services: Services, logger: Logger) {
  const { productSync, sweeps, stores, clock, newId, metrics, traces } = services;
  const scrub = createScrubber(secretsOf(config));
  const connection = openConnection(config, services);
  const deps = { config, connection, logger, storeLog: stores.log, scrub, metrics, traces };
  const workers = createWorkers(config, services, deps);
  requireOneWorkerEach(workers);
  await Promise.all(workers.map((worker) => worker.ready()));
  const timer = startSyncTimer({
    productSync,
    kinds: productKinds,
    intervalMs: config.SYNC_INTERVAL_MS,
    logger,
  });
  const housekeeping = startHousekeeping({
    db: stores.mongo.db,
    sweeps,
    intervalMs: config.SWEEP_INTERVAL_MS,
    clock,
    newId,
    logger,
    storeLog: stores.log,
    onSweepEnd: metrics.sweeps.sweepEnded,
  });
  await timer.firstRound;
  const handBackAfterMs = config.SHUTDOWN_TIMEOUT_MS * JOB_SHARE;
  return {
    /** Whether all workers accept jobs. */
    areRunning: (): boolean => workers.every((worker) => worker.isRunning()),

    /**
     * Accepts no new job, and waits for the running jobs and sweeps. Jobs that take too long are returned to the queue,
     * and sweeps that take too long are interrupted.
     */
    stop: async (): Promise<void> => {
      const closing = workers.map((worker) => worker.close(handBackAfterMs));
      try {
        await Promise.all([timer.stop(), housekeeping.stop(handBackAfterMs), ...closing]);
      } finally {
        connection.disconnect();
      }
    },
  };
}

/** Opens the connection to Redis that all workers of this process share. */
function openConnection(config: Config, { stores, metrics, traces }: Services): Redis {
  const connection = openWaitingRedis({
    url: config.REDIS_URL,
    silenceTimeoutMs: config.STORE_SILENCE_TIMEOUT_MS,
    onCall: callBoth(metrics.stores.callEnded, traces.storeCallEnded),
  });
  return connection.on("error", (error) => stores.log.failed("Redis", error));
}

/** Creates a worker for every kind of job. */
function createWorkers(
  { PARSE_CONCURRENCY }: Config,
  { runParser, productSync, productScores, ranks, standings }: Services,
  deps: WorkerDeps,
): RunningWorker[] {
  return [
    createWorker(
      {
        job: parseRunJob,
        concurrency: PARSE_CONCURRENCY,
        handle: ({ run_id }, { signal, note }) => runParser.parse(run_id, signal, note),
      },
      deps,
    ),
    createWorker(
      {
        job: syncProductsJob,
        concurrency: SYNC_CONCURRENCY,
        handle: createSyncProductsHandler({ productSync }),
      },
      deps,
    ),
    createWorker(
      {
        job: updateStandingsJob,
        concurrency: STANDINGS_CONCURRENCY,
        handle: ({ build_id, benchmark_id }, { signal }) => standings.update(build_id, benchmark_id, signal),
      },
      deps,
    ),
    createWorker(
      {
        job: fillRanksJob,
        concurrency: 1,
        handle: async (_payload, { signal }) => void (await ranks.refill({ signal })),
      },
      deps,
    ),
    createWorker(
      {
        job: checkScoresJob,
        concurrency: 1,
        handle: async (_payload, { signal }) => void (await productScores.check(signal)),
      },
      deps,
    ),
  ];
}

function requireOneWorkerEach(workers: readonly RunningWorker[]): void {
  for (const { name } of jobDefinitions) {
    const count = workers.filter(({ job }) => job === name).length;
    if (count !== 1) throw new Error(`expected one worker for the job ${name}, found ${count}`);
  }
}
