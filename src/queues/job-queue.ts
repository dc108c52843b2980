import { ErrorCode, Queue, type JobsOptions } from "bullmq";
import type { z } from "zod";
import type { Config } from "../config.ts";
import { StoreUnavailableError } from "../errors.ts";
import { bounded, LateError } from "../infra/bounded.ts";
import { systemClock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { isRedisOutage, type Redis } from "../infra/redis.ts";
import type { StoreLog } from "../infra/store-log.ts";
import type { Traces } from "../infra/traces/traces.ts";
import {
  checkScoresJob,
  fillRanksJob,
  jobDefinitions,
  parseRunJob,
  syncProductsJob,
  updateStandingsJob,
  type JobDefinition,
} from "./jobs.ts";
import { createQueueStates } from "./queue-states.ts";

/**
 * The delay of the job that compares scores, in ms: all changes of results within this time are handled by one job, so
 * that a product is written at most once a second.
 */
const SCORES_DELAY_MS = 1000;

/**
 * The priority of the jobs that update the standings (ranks) of all results of a build. Workers take these jobs last,
 * because BullMQ takes jobs without a priority first.
 */
const WHOLE_BUILD_PRIORITY = 1;

/** Adds jobs to the queues. */
export type JobQueue = ReturnType<typeof createJobQueue>;

/**
 * Opens the queues in Redis, one for each kind of job. The keys of all queues share a hash tag, so that Redis Cluster
 * stores them on one node.
 */
export function createJobQueue({ redis, config, timeoutMs, logger, storeLog, telemetry }: JobQueueDeps) {
  const prefix = queuePrefix(config.REDIS_KEY_PREFIX);
  const queues = openQueues({ redis, logger, storeLog, telemetry }, prefix);
  const add: AddJob = async (job, payload, place = {}) => {
    await queues.get(job.name)?.add(job.name, payload, optionsOf(job, place));
  };

  return {
    /**
     * The queues of BullMQ, in the order of `jobDefinitions`, for code that only reads them. Jobs are added only by the
     * other functions of the job queue.
     */
    queues: [...queues.values()] as readonly Queue[],

    ...createFileJobs(add, queues.get(parseRunJob.name), timeoutMs),
    ...createSyncJobs(add, timeoutMs),
    ...createStandingsJobs(add, timeoutMs),

    /** Returns the state of every queue at this moment. */
    states: createQueueStates({ redis, prefix, names: [...queues.keys()], clock: systemClock }),

    close: async (): Promise<void> => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** Creates the functions that add, find and reorder the jobs that read files. */
function createFileJobs(add: AddJob, queue: Queue | undefined, timeoutMs: number) {
  const addAll = async (runs: readonly WaitingRun[]) => {
    await queue?.addBulk(
      runs.map((run) => ({
        name: parseRunJob.name,
        data: { run_id: run.runId },
        opts: optionsOf(parseRunJob, placeOf(run)),
      })),
    );
  };
  return {
    /**
     * Asks a worker to read the file of a run. Does nothing if a job of this run and fencing token exists already: that
     * job keeps its position in the queue.
     * @throws when Redis does not take the job in time; a sweep adds the job later
     */
    parseRun: (run: WaitingRun): Promise<void> =>
      inTime(add(parseRunJob, { run_id: run.runId }, placeOf(run)), timeoutMs),

    /** Asks workers to read the files of several runs, like `parseRun`, in one round trip to Redis. */
    parseRuns: (runs: readonly WaitingRun[]): Promise<void> => inTime(addAll(runs), timeoutMs),

    /** Returns the given runs that have no job, neither a waiting nor an active one. */
    withoutJob: async <T extends QueuedRun>(runs: readonly T[]): Promise<T[]> => {
      const jobs = await Promise.all(runs.map(async (run) => queue?.getJob(jobIdOf(run))));
      return runs.filter((_run, index) => jobs[index] === undefined);
    },

    /**
     * Moves the jobs of the given runs to the front of the queue, in the order of the runs. Skips runs that have no
     * job.
     */
    moveToFront: async (runs: readonly QueuedRun[]): Promise<void> => {
      for (const run of runs) {
        const job = await queue?.getJob(jobIdOf(run));
        // Give the job the priority 0: BullMQ takes jobs of priority 0 first, in the order in which they got this
        // priority.
        await job?.changePriority({ priority: 0 }).catch(ignoreEndedJob);
      }
    },
  };
}

/**
 * Ignores the error that a job to be moved has ended, because such a job needs no position in the queue any more.
 * Throws any other error.
 */
function ignoreEndedJob(error: Error & { code?: unknown }): void {
  if (error.code !== ErrorCode.JobNotExist) throw error;
}

/** Creates the functions that add the jobs which write changes of the catalogue to the search indexes. */
function createSyncJobs(add: AddJob, timeoutMs: number) {
  return {
    /**
     * Asks a worker to write the changed products of a kind to the search index.
     * @throws when Redis does not take the job in time; a timer of the workers then finds the changed products
     */
    syncProducts: (kind: string): Promise<void> => inTime(add(syncProductsJob, { kind }), timeoutMs),

    /**
     * Asks a worker to create the search index of a kind, because a search has found the index missing. Does nothing if
     * a job for the kind waits or runs already, so that any number of searches adds only one job.
     * @throws when Redis does not take the job in time; the next search calls this function again, and a timer of the
     * workers finds that the index is missing
     */
    restoreIndex: (kind: string): Promise<void> => {
      const jobId = `lost-index-${kind}`;
      return inTime(add(syncProductsJob, { kind, is_index_lost: true }, { jobId }), timeoutMs);
    },

    /**
     * Asks a worker to check, after SCORES_DELAY_MS, whether the stored scores of products with changed results agree
     * with the ranks of the results. Does nothing if such a job waits already; if one is running, another job runs
     * after it.
     * @throws when Redis does not take the job in time; a sweep then compares the products
     */
    checkScores: (): Promise<void> => {
      const deduplication = { id: checkScoresJob.name, keepLastIfActive: true };
      return inTime(add(checkScoresJob, {}, { deduplication, delay: SCORES_DELAY_MS }), timeoutMs);
    },
  };
}

/**
 * Creates the functions that add two kinds of jobs: those that update the standings (ranks of results), and those that
 * copy the ranks from MongoDB to Redis again after Redis has lost them.
 */
function createStandingsJobs(add: AddJob, timeoutMs: number) {
  return {
    /**
     * Asks a worker to update the standings (ranks of results) after a change of a build. With `benchmarkId`, the
     * build's runs of this benchmark have changed; without it, the build's parts have changed, or the build was
     * deleted. Does nothing if the same job waits already. If the same job is running, it may have read the build
     * before the change, so another job runs after it. Jobs for whole builds run after all jobs for results, because a
     * job for a whole build may have many ranks to update. So an account that changes the parts of builds again and
     * again does not delay the results of others.
     * @throws when Redis does not take the job in time; a sweep then finds the change
     */
    updateStandings: (buildId: number, benchmarkId?: number): Promise<void> => {
      const payload = { build_id: buildId, ...(benchmarkId !== undefined && { benchmark_id: benchmarkId }) };
      const id = `${buildId}-${benchmarkId ?? "build"}`;
      const deduplication = { id, keepLastIfActive: true };
      const place = { deduplication, ...(benchmarkId === undefined && { priority: WHOLE_BUILD_PRIORITY }) };
      return inTime(add(updateStandingsJob, payload, place), timeoutMs);
    },

    /**
     * Asks a worker to copy the ranks from MongoDB to Redis again, because a request has found them missing. Does
     * nothing if a job of this kind waits or runs already.
     * @throws when Redis does not take the job in time; the next request that needs the ranks calls this function
     * again, and a sweep finds the loss
     */
    fillRanks: (): Promise<void> => inTime(add(fillRanksJob, {}, { jobId: "lost-ranks" }), timeoutMs),
  };
}

/**
 * Waits until Redis has taken a job that is added to a queue. BullMQ itself would wait as long as Redis gives no
 * answer.
 * @throws StoreUnavailableError after the time limit
 */
async function inTime<T>(adding: Promise<T>, timeoutMs: number): Promise<T> {
  try {
    return await bounded(adding, timeoutMs, "adding to a queue");
  } catch (error) {
    throw error instanceof LateError ? new StoreUnavailableError("Redis", error) : error;
  }
}

/** Adds a job with its payload to its queue. */
type AddJob = <S extends z.ZodType>(
  job: JobDefinition<S>,
  payload: z.output<S>,
  place?: Place,
) => Promise<void>;

/**
 * Opens a queue for each kind of job. Errors of the queues while Redis is unavailable are reported as an outage of
 * Redis; all others are logged. By default BullMQ would ask for the version of Redis once, and refuse every job for
 * good if that failed.
 */
function openQueues(
  { redis, logger, storeLog, telemetry }: Omit<JobQueueDeps, "config" | "timeoutMs">,
  prefix: string,
) {
  return new Map(
    jobDefinitions.map(({ name }) => {
      const options = { connection: redis, prefix, skipWaitingForReady: true, skipVersionCheck: true };
      const queue = new Queue(name, { ...options, ...(telemetry && { telemetry }) });
      queue.on("error", (error) => {
        if (isRedisOutage(error)) storeLog.failed("Redis", error);
        else logger.warn({ err: error, queue: name }, "a job queue reported an error");
      });
      return [name, queue];
    }),
  );
}

/**
 * The options that determine the position of a job in its queue, and the ids by which BullMQ drops duplicates of the
 * job.
 */
type Place = Pick<JobsOptions, "jobId" | "priority" | "deduplication" | "delay">;

function optionsOf(job: JobDefinition, place: Place): JobsOptions {
  return {
    ...place,
    attempts: job.attempts,
    backoff: { type: "exponential", delay: job.backoffMs, jitter: 0.5 },
    // Do not store ended jobs, because BullMQ silently drops a new job while an ended job with the same id is stored.
    // The log and MongoDB show how a job has ended.
    removeOnComplete: true,
    removeOnFail: true,
  };
}

/** A run whose file is to be read, with its present fencing token. */
interface QueuedRun {
  runId: string;
  fencingToken: number;
}

/**
 * A run with the priority of its job, from 1: workers take the job with the lowest number first, and of several jobs
 * with equal numbers the oldest.
 */
interface WaitingRun extends QueuedRun {
  priority: number;
}

// Returns the id of the job that reads the file of a run. The id has no colon, because BullMQ refuses job ids with a
// colon.
const jobIdOf = ({ runId, fencingToken }: QueuedRun) => `${runId}-${fencingToken}`;

const placeOf = (run: WaitingRun): Place => ({ jobId: jobIdOf(run), priority: run.priority });

/** Returns the prefix of all keys of the queues. The braces in the prefix are a hash tag of Redis Cluster. */
export function queuePrefix(prefix: string): string {
  return `{${prefix}:queue}`;
}

interface JobQueueDeps {
  redis: Redis;
  config: Pick<Config, "REDIS_KEY_PREFIX">;
  /** How long adding a job to its queue may take, in ms, before it fails. */
  timeoutMs: number;
  logger: Logger;
  storeLog: Pick<StoreLog, "failed">;
  /** The tracing of BullMQ, which passes the trace of the code that adds a job on to the job. */
  telemetry?: Traces["telemetry"];
}
