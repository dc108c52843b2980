import { UnrecoverableError, Worker, type Job } from "bullmq";
import type { z } from "zod";
import type { Config } from "../src/config.ts";
import type { Logger } from "../src/infra/logger.ts";
import { openWaitingRedis } from "../src/infra/redis.ts";
import type { JobDefinition } from "../src/queues/jobs.ts";
import { queuePrefix } from "../src/queues/job-queue.ts";

/** What one kind of job needs to be worked off. */
export interface WorkerDefinition<S extends z.ZodType = z.ZodType> {
  job: JobDefinition<S>;
  /** Jobs that one process works on at the same time. */
  concurrency: number;
  /** @param signal asks to break off: the job is then done by another worker */
  handle: (payload: z.output<S>, signal: AbortSignal) => Promise<void>;
}

/** A running worker. */
export interface RunningWorker {
  job: string;
  /** Resolves once it takes jobs. */
  ready(): Promise<void>;
  /** Takes no new job and waits for those under way; those that take longer than the time are asked to break off. */
  close(handBackAfterMs: number): Promise<void>;
}

interface WorkerDeps {
  config: Pick<Config, "REDIS_URL" | "REDIS_KEY_PREFIX" | "JOB_LOCK_MS" | "JOB_STALLED_CHECK_MS">;
  logger: Logger;
}

/** A stalled job is given to another worker this often; how often a file may be tried is the run's own matter. */
const MAX_STALLED = 100;

/**
 * The one wrapper around every job: the payload is parsed again, each job has one log line with its times, and an error
 * is tried again unless it is an UnrecoverableError.
 */
export function createWorker<S extends z.ZodType>(
  definition: WorkerDefinition<S>,
  deps: WorkerDeps,
): RunningWorker {
  const { job, concurrency } = definition;
  const { config, logger } = deps;
  const connection = openWaitingRedis(config.REDIS_URL);
  connection.on("error", (error) => logger.warn({ err: error, queue: job.name }, "Redis unavailable"));
  const handingBack = new AbortController();
  const handle = (payload: z.output<S>) => definition.handle(payload, handingBack.signal);
  const worker = new Worker(job.name, (one) => work(one, { job, handle }, logger), {
    connection,
    prefix: queuePrefix(config.REDIS_KEY_PREFIX),
    concurrency,
    lockDuration: config.JOB_LOCK_MS,
    stalledInterval: config.JOB_STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
  });
  worker.on("error", (error) => logger.warn({ err: error, queue: job.name }, "worker error"));
  return {
    job: job.name,
    ready: async () => {
      await worker.waitUntilReady();
    },
    close: async (handBackAfterMs) => {
      const timer = setTimeout(() => handingBack.abort(new Error("the worker is stopping")), handBackAfterMs);
      await worker.close();
      clearTimeout(timer);
      connection.disconnect();
    },
  };
}

async function work<S extends z.ZodType>(
  one: Job,
  { job, handle }: { job: JobDefinition<S>; handle: (payload: z.output<S>) => Promise<void> },
  logger: Logger,
): Promise<void> {
  const startedAt = Date.now();
  const jobLogger = logger.child({ job: job.name, job_id: one.id, attempt: one.attemptsMade + 1 });
  const payload = job.payload.safeParse(one.data);
  if (!payload.success) throw new UnrecoverableError(`the payload is not valid: ${payload.error.message}`);
  const times = () => ({ waited_ms: startedAt - one.timestamp, ran_ms: Date.now() - startedAt });
  try {
    await handle(payload.data);
    jobLogger.info(times(), "job done");
  } catch (error) {
    jobLogger.error({ err: error, ...times() }, "job failed");
    throw error;
  }
}
