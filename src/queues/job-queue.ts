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

/** Changes of results within this time are compared with the products at once, so that a product is written once a second at most. */
const SCORES_DELAY_MS = 1000;

/** BullMQ takes jobs without a priority first. */
const WHOLE_BUILD_PRIORITY = 1;

/** Adds jobs to the queues. */
export type JobQueue = ReturnType<typeof createJobQueue>;

/** Opens the queues in Redis, one for each kind of job. Their keys share a hash tag: Redis Cluster keeps them on one node. */
export function createJobQueue({ redis, config, timeoutMs, logger, storeLog, telemetry }: JobQueueDeps) {
  const prefix = queuePrefix(config.REDIS_KEY_PREFIX);
  const queues = openQueues({ redis, logger, storeLog, telemetry }, prefix);
  const add: AddJob = async (job, payload, place = {}) => {
    await queues.get(job.name)?.add(job.name, payload, optionsOf(job, place));
  };

  return {
    /** The queues themselves, in the order of `jobDefinitions`, for what looks at them. Jobs are added by the functions below alone. */
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

/** Adds the jobs that read files, and looks after them. */
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
     * Asks a worker to read the file of a run. Does nothing where a job of this run and fencing token is there already: that job keeps
     * its place.
     * @throws when Redis does not take the job in time; a sweep adds it later
     */
    parseRun: (run: WaitingRun): Promise<void> =>
      inTime(add(parseRunJob, { run_id: run.runId }, placeOf(run)), timeoutMs),

    /** The same for some runs, in one round trip. */
    parseRuns: (runs: readonly WaitingRun[]): Promise<void> => inTime(addAll(runs), timeoutMs),

    /** Returns those of some runs that have no job: neither one that waits nor one that a worker has. */
    withoutJob: async <T extends QueuedRun>(runs: readonly T[]): Promise<T[]> => {
      const jobs = await Promise.all(runs.map(async (run) => queue?.getJob(jobIdOf(run))));
      return runs.filter((_run, index) => jobs[index] === undefined);
    },

    /** Has workers read the files of some runs before all others, in the order of the runs. Leaves out what has no job. */
    moveToFront: async (runs: readonly QueuedRun[]): Promise<void> => {
      for (const run of runs) {
        const job = await queue?.getJob(jobIdOf(run));
        // BullMQ takes jobs of the priority 0 first, in the order in which they got it.
        await job?.changePriority({ priority: 0 }).catch(ignoreEndedJob);
      }
    },
  };
}

/** A job that ends meanwhile needs no place any more. */
function ignoreEndedJob(error: Error & { code?: unknown }): void {
  if (error.code !== ErrorCode.JobNotExist) throw error;
}

/** Adds the jobs that keep the search indexes in line with the catalogue. */
function createSyncJobs(add: AddJob, timeoutMs: number) {
  return {
    /**
     * Asks a worker to bring the changed products of a kind into the search index.
     * @throws when Redis does not take the job in time; the workers' timer finds the products all the same
     */
    syncProducts: (kind: string): Promise<void> => inTime(add(syncProductsJob, { kind }), timeoutMs),

    /**
     * Asks a worker to make the search index of a kind, which a search has not found. Does nothing where such a job waits or runs
     * already, so that any number of searches makes one job.
     * @throws when Redis does not take the job in time; the next search asks again, and the workers' timer finds the loss
     */
    restoreIndex: (kind: string): Promise<void> => {
      const jobId = `lost-index-${kind}`;
      return inTime(add(syncProductsJob, { kind, is_index_lost: true }, { jobId }), timeoutMs);
    },

    /**
     * Asks a worker to compare the scores of noted products with the ranks, in SCORES_DELAY_MS. Does nothing where such a job waits
     * already; one that is asked for while it runs follows it.
     * @throws when Redis does not take the job in time; a sweep compares the products all the same
     */
    checkScores: (): Promise<void> => {
      const deduplication = { id: checkScoresJob.name, keepLastIfActive: true };
      return inTime(add(checkScoresJob, {}, { deduplication, delay: SCORES_DELAY_MS }), timeoutMs);
    },
  };
}

/** Adds the jobs that let the standings follow what changes, and fill their ranks. */
function createStandingsJobs(add: AddJob, timeoutMs: number) {
  return {
    /**
     * Asks a worker to rank what has changed of a build: its runs of a benchmark; without one its parts, or its deletion. Does nothing
     * where such a job waits already. Where one is under way, which may have looked too early, another follows it. A job for a whole build
     * comes after all those for results: it may have many entries to look at, and whoever changes the parts of builds again and again must
     * not hold up the results of others.
     * @throws when Redis does not take the job in time; a sweep finds the change all the same
     */
    updateStandings: (buildId: number, benchmarkId?: number): Promise<void> => {
      const payload = { build_id: buildId, ...(benchmarkId !== undefined && { benchmark_id: benchmarkId }) };
      const id = `${buildId}-${benchmarkId ?? "build"}`;
      const deduplication = { id, keepLastIfActive: true };
      const place = { deduplication, ...(benchmarkId === undefined && { priority: WHOLE_BUILD_PRIORITY }) };
      return inTime(add(updateStandingsJob, payload, place), timeoutMs);
    },

    /**
     * Asks a worker to fill the ranks, which a reader has not found. Does nothing where such a job waits or runs already.
     * @throws when Redis does not take the job in time; the next reader asks again, and a sweep finds the loss
     */
    fillRanks: (): Promise<void> => inTime(add(fillRanksJob, {}, { jobId: "lost-ranks" }), timeoutMs),
  };
}

/**
 * Waits until Redis has taken what is added to a queue. BullMQ itself waits for as long as Redis gives no answer.
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
 * Opens a queue for each kind of job. What they report while Redis is away counts as its outage; anything else is logged. BullMQ would ask
 * for the version of Redis once, and refuse every job for good where that failed.
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
        else logger.warn({ err: error, queue: name }, "queue error");
      });
      return [name, queue];
    }),
  );
}

/** Where a job stands in its queue, and which other job makes it superfluous. */
type Place = Pick<JobsOptions, "jobId" | "priority" | "deduplication" | "delay">;

function optionsOf(job: JobDefinition, place: Place): JobsOptions {
  return {
    ...place,
    attempts: job.attempts,
    backoff: { type: "exponential", delay: job.backoffMs, jitter: 0.5 },
    // BullMQ silently drops a new job while an ended one with the same id is kept, so none is kept. The log and MongoDB
    // tell how a job ended.
    removeOnComplete: true,
    removeOnFail: true,
  };
}

/** A run whose file is to be read, by its present fencing token. */
interface QueuedRun {
  runId: string;
  fencingToken: number;
}

/** The same with the priority of its job, from 1: workers take the lowest number first, and of equal ones the job that came first. */
interface WaitingRun extends QueuedRun {
  priority: number;
}

// BullMQ refuses job ids with a colon.
const jobIdOf = ({ runId, fencingToken }: QueuedRun) => `${runId}-${fencingToken}`;

const placeOf = (run: WaitingRun): Place => ({ jobId: jobIdOf(run), priority: run.priority });

/** Returns the prefix of all keys of the queues. Its braces are the hash tag. */
export function queuePrefix(prefix: string): string {
  return `{${prefix}:queue}`;
}

interface JobQueueDeps {
  redis: Redis;
  config: Pick<Config, "REDIS_KEY_PREFIX">;
  /** How long adding a job may take. */
  timeoutMs: number;
  logger: Logger;
  storeLog: Pick<StoreLog, "failed">;
  /** Carries the trace of whoever adds a job to the job. */
  telemetry?: Traces["telemetry"];
}
