import { PRIORITY_LIMIT, Queue, type JobsOptions } from "bullmq";
import type { z } from "zod";
import type { Config } from "../config.ts";
import { StoreUnavailableError } from "../errors.ts";
import { bounded, LateError } from "../infra/bounded.ts";
import { systemClock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { createRedisScript } from "../infra/redis-script.ts";
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
import { keepTurnsScript, takeTurnsScript } from "./turn-scripts.ts";

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
  const turns = createTurns(redis, prefix);
  const add: AddJob = async (job, payload, place = {}) => {
    await queues.get(job.name)?.add(job.name, payload, optionsOf(job, place));
  };
  const addAll = async (runs: readonly QueuedRun[]) => {
    await queues.get(parseRunJob.name)?.addBulk(runs.map(jobOf));
  };

  return {
    /** The queues themselves, in the order of `jobDefinitions`, for what looks at them. Jobs are added by the functions below alone. */
    queues: [...queues.values()] as readonly Queue[],

    /**
     * Asks a worker to read the file of a run. Does nothing where a job of this run and fencing token is queued already: that
     * job keeps its place.
     * @param turn the place of the run's file among those of all accounts, as `takeTurns` gave it
     * @throws when Redis does not take the job in time; a sweep adds it later
     */
    parseRun: (run: QueuedRun): Promise<void> =>
      inTime(add(parseRunJob, { run_id: run.runId }, placeOf(run)), timeoutMs),

    /**
     * Asks workers to read the files of runs whose jobs may be lost. Jobs that are queued already keep their places. Takes one round
     * trip where no job is lost, and otherwise two, however many runs there are.
     * @returns the turns of the files, in their order: those of lost jobs keep theirs or get an earlier one
     * @throws as `parseRun` does
     */
    parseRunsAgain: async (runs: readonly AccountsRun[]): Promise<LookedAfterRun[]> => {
      const kept = await turns.keep(runs);
      const lost = runs.flatMap((run, index) => {
        const turn = kept[index];
        return turn ? [{ ...run, turn }] : [];
      });
      if (lost.length > 0) await inTime(addAll(lost), timeoutMs);
      return runs.map(({ runId, turn }, index) => {
        const keptTurn = kept[index] ?? null;
        return { runId, turn: keptTurn ?? turn, wasLost: keptTurn !== null };
      });
    },

    ...createLossNotice(redis, prefix),
    takeTurns: turns.take,
    forgetTurns: turns.forget,

    ...createSyncJobs(add, timeoutMs),
    ...createStandingsJobs(add, timeoutMs),

    /** Returns the state of every queue at this moment. */
    states: createQueueStates({ redis, prefix, names: [...queues.keys()], clock: systemClock }),

    close: async (): Promise<void> => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
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

/** Tells whether Redis has lost jobs. */
function createLossNotice(redis: Redis, prefix: string) {
  const key = `${prefix}:kept-since`;
  return {
    /** Returns how many of some runs have no job. */
    countLost: async (runs: readonly QueuedRun[]): Promise<number> => {
      const exists = runs.map((run) => redis.exists(`${prefix}:${parseRunJob.name}:${placeOf(run).jobId}`));
      return (await Promise.all(exists)).filter((count) => count === 0).length;
    },

    /**
     * Returns since when Redis keeps jobs without having lost all of them: since the first call after a loss. What was queued
     * before may be lost.
     */
    keptSince: async (now: Date): Promise<Date> => {
      await redis.set(key, now.getTime(), "NX");
      return new Date(Number(await redis.get(key)));
    },
  };
}

/** Where a job stands in its queue, and which other job makes it superfluous. */
type Place = Pick<JobsOptions, "jobId" | "priority" | "deduplication" | "delay">;

function placeOf({ runId, fencingToken, turn }: QueuedRun) {
  // BullMQ refuses job ids with a colon.
  return { jobId: `${runId}-${fencingToken}`, priority: Math.min(turn, PRIORITY_LIMIT) };
}

function jobOf(run: QueuedRun) {
  return {
    name: parseRunJob.name,
    data: { run_id: run.runId },
    opts: optionsOf(parseRunJob, placeOf(run)),
  };
}

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

/** The places of files among the waiting files of all accounts: see turn-scripts.ts. */
function createTurns(redis: Redis, prefix: string) {
  const takeTurns = createRedisScript(redis, takeTurnsScript);
  const keepTurns = createRedisScript(redis, keepTurnsScript);
  const jobs = `${prefix}:${parseRunJob.name}:`;
  const turnsKey = `${prefix}:turns`;
  const states = ["prioritized", "active", "wait", "delayed"].map((state) => `${jobs}${state}`);
  const keys = [...states, turnsKey, `${prefix}:turn`];
  return {
    /** Takes the next turns of an account, for so many files. Returns the first of them; each further file has one more. */
    take: async (accountId: string, count: number): Promise<number> =>
      Number(await takeTurns(keys, [jobs, accountId, count])),

    /**
     * Keeps the turns of files whose jobs may be lost, and with them the places of the accounts' next files behind them.
     * @returns the turn of each file, in their order: an earlier one where a file that the account sends now would have an earlier
     * one; null for a file whose job is there
     */
    keep: async (files: readonly AccountsRun[]): Promise<(number | null)[]> => {
      const given = files.flatMap((file) => [file.accountId, file.turn, placeOf(file).jobId]);
      const turns = (await keepTurns(keys, [jobs, ...given])) as number[];
      return turns.map((turn) => turn || null);
    },

    /** Forgets the turns of an account that is deleted. */
    forget: async (accountId: string): Promise<void> => {
      await redis.zrem(turnsKey, accountId);
    },
  };
}

/** A run whose file is to be read. */
interface QueuedRun {
  runId: string;
  fencingToken: number;
  turn: number;
}

/** A run with the account whose turn it has. */
interface AccountsRun extends QueuedRun {
  accountId: string;
}

/** A run whose file has a job now, and whether it had none. */
type LookedAfterRun = Pick<QueuedRun, "runId" | "turn"> & { wasLost: boolean };

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
