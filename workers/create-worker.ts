import { UnrecoverableError, Worker, type Job } from "bullmq";
import type { z } from "zod";
import type { Config } from "../src/config.ts";
import { connectionLimits } from "../src/infra/connection-limits.ts";
import type { Logger } from "../src/infra/logger.ts";
import type { Metrics } from "../src/metrics/metrics.ts";
import { isRedisOutage, openWaitingRedis } from "../src/infra/redis.ts";
import type { Scrub } from "../src/infra/scrub.ts";
import { splitErrors } from "../src/infra/store-errors.ts";
import type { StoreLog } from "../src/infra/store-log.ts";
import type { JobDefinition } from "../src/queues/jobs.ts";
import { queuePrefix } from "../src/queues/job-queue.ts";
import { countJob } from "./count-job.ts";

/** How one kind of job is handled. */
export interface WorkerDefinition<S extends z.ZodType = z.ZodType> {
  job: JobDefinition<S>;
  /** Jobs that one process handles at the same time. */
  concurrency: number;
  /** @param signal aborts when the handler should throw, so that another worker gets the job */
  handle: (payload: z.output<S>, signal: AbortSignal) => Promise<void>;
}

/** A running worker. */
export type RunningWorker = ReturnType<typeof createWorker>;

/** How often BullMQ gives a stalled job to another worker. High, because PARSE_MAX_ATTEMPTS limits how often a file is read. */
const MAX_STALLED = 100;

/**
 * Starts the worker of one kind of job. It checks the payload of each job, calls the handler, and logs one line with the job's
 * times. A job that fails is tried again, unless the handler throws an UnrecoverableError.
 */
export function createWorker<S extends z.ZodType>(definition: WorkerDefinition<S>, deps: WorkerDeps) {
  const { job, concurrency } = definition;
  const { config, logger, scrub, storeLog, metrics } = deps;
  const silenceTimeoutMs = config.STORE_SILENCE_TIMEOUT_MS;
  const connection = openWaitingRedis({
    url: config.REDIS_URL,
    silenceTimeoutMs,
    onCall: metrics.stores.callEnded,
  });
  connection.on("error", (error) => storeLog.failed("Redis", error));
  const handBack = new AbortController();
  const handle = (payload: z.output<S>) => definition.handle(payload, handBack.signal);
  const { blockMs } = connectionLimits(silenceTimeoutMs);
  const worker = new BoundedWorker(
    job.name,
    (queued) =>
      countJob(queued, metrics.jobs, () => runJob(queued, { job, handle }, { logger, storeLog, scrub })),
    {
      connection,
      prefix: queuePrefix(config.REDIS_KEY_PREFIX),
      concurrency,
      lockDuration: config.JOB_LOCK_MS,
      stalledInterval: config.JOB_STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
      drainDelay: blockMs / 1000,
    },
  );
  worker.on("error", (error) => {
    if (isRedisOutage(error)) storeLog.failed("Redis", error);
    else logger.warn({ err: error, queue: job.name }, "worker error");
  });
  return {
    job: job.name,

    /** Whether the worker takes jobs. */
    isRunning: (): boolean => worker.isRunning(),

    /** Resolves once the worker takes jobs. */
    ready: async (): Promise<void> => {
      await worker.waitUntilReady();
    },

    /** Takes no new job and waits for the jobs under way. Those that take longer than the time are handed back to the queue. */
    close: async (handBackAfterMs: number): Promise<void> => {
      const timer = setTimeout(() => handBack.abort(new Error("the worker is stopping")), handBackAfterMs);
      await worker.close();
      clearTimeout(timer);
      connection.disconnect();
    },
  };
}

/** A worker that waits for a delayed job no longer at a time than for a new one, so that its connection is never silent for long. */
class BoundedWorker extends Worker {
  override get maximumBlockTimeout(): number {
    return this.opts.drainDelay ?? super.maximumBlockTimeout;
  }
}

/** What a worker needs beside its definition. */
export interface WorkerDeps {
  config: Pick<
    Config,
    "REDIS_URL" | "REDIS_KEY_PREFIX" | "JOB_LOCK_MS" | "JOB_STALLED_CHECK_MS" | "STORE_SILENCE_TIMEOUT_MS"
  >;
  logger: Logger;
  storeLog: Pick<StoreLog, "failed">;
  metrics: Pick<Metrics, "jobs" | "stores">;
  /** Takes the secrets of the settings out of what the queue keeps of a failed job. */
  scrub: Scrub;
}

async function runJob<S extends z.ZodType>(
  queued: Job,
  { job, handle }: { job: JobDefinition<S>; handle: (payload: z.output<S>) => Promise<void> },
  { logger, storeLog, scrub }: Pick<WorkerDeps, "logger" | "storeLog" | "scrub">,
): Promise<void> {
  const startedAt = Date.now();
  const jobLogger = logger.child({ job: job.name, job_id: queued.id, attempt: queued.attemptsMade + 1 });
  const payload = job.payload.safeParse(queued.data);
  if (!payload.success) throw new UnrecoverableError(`the payload is not valid: ${payload.error.message}`);
  const times = () => ({ waited_ms: startedAt - queued.timestamp, ran_ms: Date.now() - startedAt });
  try {
    await handle(payload.data);
    jobLogger.info(times(), "job done");
  } catch (error) {
    const { outages, others } = splitErrors(error);
    // An outage is told once for all jobs; the job is tried again, and then a sweep finds what it has left.
    for (const outage of outages) storeLog.failed(outage.store, outage);
    const level = others.length > 0 ? "error" : "debug";
    jobLogger[level]({ err: error, ...times() }, "job failed");
    throw withoutSecrets(error, scrub);
  }
}

/** Takes secrets out of the message and the stack of an error, which BullMQ keeps in Redis. Returns the same error. */
function withoutSecrets(error: unknown, scrub: Scrub): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? scrub(error) : error;
  error.message = scrub(error.message);
  if (error.stack !== undefined) error.stack = scrub(error.stack);
  return error;
}
