import { setTimeout as sleep } from "node:timers/promises";
import { UnrecoverableError, Worker, type Job } from "bullmq";
import type { z } from "zod";
import type { Config } from "../src/config.ts";
import { connectionLimits } from "../src/infra/connection-limits.ts";
import type { Logger } from "../src/infra/logger.ts";
import type { Metrics } from "../src/metrics/metrics.ts";
import { isRedisOutage, type Redis } from "../src/infra/redis.ts";
import type { Scrub } from "../src/infra/scrub.ts";
import type { StoreLog } from "../src/infra/store-log.ts";
import type { SpanFacts, Traces } from "../src/infra/traces/traces.ts";
import type { JobDefinition, JobFacts, JobOutcome, NoteFacts } from "../src/queues/jobs.ts";
import { queuePrefix } from "../src/queues/job-queue.ts";
import { isLostLock } from "./is-lost-lock.ts";

/** The definition of a worker: how it handles one kind of job. */
export interface WorkerDefinition<S extends z.ZodType = z.ZodType> {
  job: JobDefinition<S>;
  /** The maximum number of jobs that one process handles at the same time. */
  concurrency: number;
  handle: (payload: z.output<S>, job: JobUnderWay) => Promise<void>;
}

/** The facts about a running job that a handler receives as its second argument; the first argument is the payload. */
interface JobUnderWay {
  /**
   * A signal that aborts when the job's handler has to end by throwing an error, so that another worker gets the job.
   */
  signal: AbortSignal;
  /** Adds facts to the log line of the job. */
  note: NoteFacts;
}

/** A running worker, which takes jobs of one kind from a queue. */
export type RunningWorker = ReturnType<typeof createWorker>;

/**
 * The maximum number of times that BullMQ hands a stalled job to another worker. The number is high, because
 * PARSE_MAX_ATTEMPTS limits how many times a file is read.
 */
const MAX_STALLED = 100;

/**
 * How long a closing worker waits until Redis has stored the outcomes of its jobs, as a share of the time that its
 * running jobs get. While Redis is unavailable, the outcomes are lost, and another worker handles the jobs again.
 */
const OUTCOME_SHARE = 0.2;

/**
 * Starts the worker of one kind of job. The worker checks the payload of each job, calls the handler, and logs one line
 * with the outcome and the duration. A job that fails is tried again, unless the handler throws an UnrecoverableError.
 */
export function createWorker<S extends z.ZodType>(definition: WorkerDefinition<S>, deps: WorkerDeps) {
  const { job, concurrency } = definition;
  const { config, connection, logger, scrub, storeLog, metrics, traces } = deps;
  const handBack = new AbortController();
  const { blockMs } = connectionLimits(config.STORE_SILENCE_TIMEOUT_MS);
  const underWay = new Set<Promise<void>>();
  const worker = new BoundedWorker(
    job.name,
    (queued) => {
      const run = runJob(queued, definition, { logger, scrub, metrics, traces, signal: handBack.signal });
      underWay.add(run);
      return run.finally(() => underWay.delete(run));
    },
    {
      connection,
      prefix: queuePrefix(config.REDIS_KEY_PREFIX),
      concurrency,
      lockDuration: config.JOB_LOCK_MS,
      stalledInterval: config.JOB_STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
      drainDelay: blockMs / 1000,
      ...(traces.telemetry && { telemetry: traces.telemetry }),
    },
  );
  worker.on("error", (error) => {
    if (isRedisOutage(error)) storeLog.failed("Redis", error);
    else {
      const isLost = isLostLock(error);
      const level = !isLost ? "warn" : storeLog.isUnavailable("Redis") ? "debug" : "info";
      logger[level]({ err: error, queue: job.name }, isLost ? "lock of a job lost" : "worker error");
    }
  });
  return {
    job: job.name,

    /** Returns whether the worker accepts jobs. */
    isRunning: (): boolean => worker.isRunning(),

    /** Resolves once the worker accepts jobs. */
    ready: async (): Promise<void> => {
      await worker.waitUntilReady();
    },

    /**
     * Accepts no new job and waits for the running jobs. Jobs that run longer than `handBackAfterMs` are returned to
     * the queue.
     */
    close: async (handBackAfterMs: number): Promise<void> => {
      const timer = setTimeout(() => handBack.abort(new Error("the worker is stopping")), handBackAfterMs);
      // Wait for the running jobs before BullMQ closes: while it closes, it does not wait for them any more if its
      // connection to Redis fails.
      await worker.pause(true);
      while (underWay.size > 0) await Promise.allSettled(underWay);
      const outcomeMs = handBackAfterMs * OUTCOME_SHARE;
      await Promise.race([worker.outcomesSent(), sleep(outcomeMs, undefined, { ref: false })]);
      await worker.close();
      clearTimeout(timer);
    },
  };
}

/**
 * A worker of BullMQ whose blocking command to Redis ends after `drainDelay` even while it waits for a delayed job, so
 * that the connection is never silent for long.
 */
class BoundedWorker extends Worker {
  /** The jobs whose outcomes Redis does not have yet. */
  readonly #unsent = new Set<Promise<unknown>>();

  override async processJob(...job: Parameters<Worker["processJob"]>): Promise<void | Job> {
    const processed = super.processJob(...job);
    this.#unsent.add(processed);
    try {
      return await processed;
    } finally {
      this.#unsent.delete(processed);
    }
  }

  /** Resolves once the outcomes of all jobs that have ended are in Redis. */
  async outcomesSent(): Promise<void> {
    await Promise.allSettled(this.#unsent);
  }

  override get maximumBlockTimeout(): number {
    return this.opts.drainDelay ?? super.maximumBlockTimeout;
  }
}

/** The services and settings that a worker uses. */
export interface WorkerDeps {
  config: Pick<
    Config,
    "REDIS_KEY_PREFIX" | "JOB_LOCK_MS" | "JOB_STALLED_CHECK_MS" | "STORE_SILENCE_TIMEOUT_MS"
  >;
  /**
   * The connection to Redis for all commands but those that wait for jobs: BullMQ duplicates the connection for these.
   * All workers of a process share the connection, and whoever opened the connection closes it after the workers.
   */
  connection: Redis;
  logger: Logger;
  storeLog: Pick<StoreLog, "failed" | "isUnavailable">;
  metrics: Pick<Metrics, "jobs">;
  traces: Pick<Traces, "note" | "telemetry">;
  /** Removes the secrets of the settings from the error that the queue stores with a failed job. */
  scrub: Scrub;
}

async function runJob<S extends z.ZodType>(
  queued: Job,
  { job, handle }: Pick<WorkerDefinition<S>, "job" | "handle">,
  {
    logger,
    scrub,
    metrics,
    traces,
    signal,
  }: Pick<WorkerDeps, "logger" | "scrub" | "metrics" | "traces"> & { signal: AbortSignal },
): Promise<void> {
  const startedAt = Date.now();
  const facts: JobFacts = {};
  const note: NoteFacts = (added) => void Object.assign(facts, added);
  const attempt = { job: job.name, job_id: queued.id, attempt: queued.attemptsMade + 1 };
  const log = (level: "info" | "warn" | "error", outcome: JobOutcome, failure: { err?: unknown }) => {
    const ranMs = Date.now() - startedAt;
    const times = { waited_ms: startedAt - queued.timestamp, ran_ms: ranMs };
    const waitedMs = startedAt - queued.timestamp - queued.delay;
    metrics.jobs.jobEnded({ queue: queued.queueName, outcome, waitedMs, ranMs });
    traces.note({ "job.outcome": outcome, ...tracedFacts(facts) });
    logger[level](
      { ...attempt, ...facts, outcome, ...times, ...failure },
      `job ${outcome.replace("_", " ")}`,
    );
  };
  try {
    const payload = job.payload.safeParse(queued.data);
    if (!payload.success) throw new UnrecoverableError(`the payload is not valid: ${payload.error.message}`);
    note(payload.data as JobFacts);
    await handle(payload.data, { signal, note });
    log("info", facts.outcome ?? "complete", {});
  } catch (error) {
    const { outcome = outcomeOf(error, queued) } = facts;
    if (outcome === "given_back") log(signal.aborted ? "info" : "warn", outcome, { err: error });
    else if (finalOutcomes.has(outcome)) {
      log("info", outcome, {});
      logger.error({ ...attempt, err: error }, "a job threw an error after it had reached its final outcome");
    } else log("error", outcome, { err: error });
    throw withoutSecrets(error, scrub);
  }
}

/** Returns the facts of a job that its trace span may contain: none of these facts identifies the owner of the job. */
const tracedFacts = ({ run_id, submission_id, request_id, code }: JobFacts): SpanFacts => ({
  ...(run_id !== undefined && { run_id }),
  ...(submission_id !== undefined && { submission_id }),
  ...(request_id !== undefined && { request_id }),
  ...(code !== undefined && { "job.code": code }),
});

const finalOutcomes: ReadonlySet<JobOutcome> = new Set(["complete", "failed", "obsolete"]);

/** Returns the outcome of a job whose handler has thrown. */
function outcomeOf(error: unknown, { attemptsMade, opts }: Job): JobOutcome {
  const isLast = attemptsMade + 1 >= (opts.attempts ?? 1);
  return isLast || error instanceof UnrecoverableError ? "given_up" : "retried";
}

/** Removes secrets from the message and the stack of an error, which BullMQ stores in Redis. Returns the same error. */
function withoutSecrets(error: unknown, scrub: Scrub): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? scrub(error) : error;
  error.message = scrub(error.message);
  if (error.stack !== undefined) error.stack = scrub(error.stack);
  return error;
}
