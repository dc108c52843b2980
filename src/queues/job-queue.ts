import { PRIORITY_LIMIT, Queue } from "bullmq";
import type { z } from "zod";
import type { Config } from "../config.ts";
import { bounded } from "../infra/bounded.ts";
import type { Logger } from "../infra/logger.ts";
import { createRedisScript } from "../infra/redis-script.ts";
import { isRedisOutage, type Redis } from "../infra/redis.ts";
import type { StoreLog } from "../infra/store-log.ts";
import { jobDefinitions, parseRunJob, syncProductsJob, type JobDefinition } from "./jobs.ts";
import { keepTurnScript, takeTurnsScript } from "./turn-scripts.ts";

/** Adds jobs to the queues. */
export type JobQueue = ReturnType<typeof createJobQueue>;

/** Opens the queues in Redis, one for each kind of job. Their keys share a hash tag: Redis Cluster keeps them on one node. */
export function createJobQueue({ redis, config, timeoutMs, logger, storeLog }: JobQueueDeps) {
  const prefix = queuePrefix(config.REDIS_KEY_PREFIX);
  const queues = new Map(
    jobDefinitions.map(({ name }) => {
      const queue = new Queue(name, { connection: redis, prefix, skipWaitingForReady: true });
      queue.on("error", (error) => {
        if (isRedisOutage(error)) storeLog.failed("Redis", error);
        else logger.warn({ err: error, queue: name }, "queue error");
      });
      return [name, queue];
    }),
  );

  async function add<S extends z.ZodType>(
    job: JobDefinition<S>,
    payload: z.output<S>,
    place: { jobId?: string; priority?: number } = {},
  ) {
    await queues.get(job.name)?.add(job.name, payload, {
      ...place,
      attempts: job.attempts,
      backoff: { type: "exponential", delay: job.backoffMs, jitter: 0.5 },
      // BullMQ silently drops a new job while an ended one with the same id is kept, so none is kept. The log and MongoDB
      // tell how a job ended.
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  return {
    /**
     * Asks a worker to read the file of a run. Does nothing where a job of this run and fencing token is queued already: that
     * job keeps its place.
     * @param turn the place of the run's file among those of all accounts, as `takeTurns` gave it
     * @throws when Redis does not take the job in time; a sweep adds it later
     */
    parseRun: ({ runId, fencingToken, turn }: QueuedRun): Promise<void> => {
      // BullMQ refuses job ids with a colon.
      const place = { jobId: `${runId}-${fencingToken}`, priority: Math.min(turn, PRIORITY_LIMIT) };
      return bounded(add(parseRunJob, { run_id: runId }, place), timeoutMs, "adding a job");
    },

    ...createTurns(redis, prefix),

    /**
     * Asks a worker to bring the changed products of a kind into the search index.
     * @throws when Redis does not take the job in time; the workers' timer finds the products all the same
     */
    syncProducts: (kind: string): Promise<void> =>
      bounded(add(syncProductsJob, { kind }), timeoutMs, "adding a job"),

    close: async (): Promise<void> => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** The places of files among the waiting files of all accounts: see turn-scripts.ts. */
function createTurns(redis: Redis, prefix: string) {
  const take = createRedisScript(redis, takeTurnsScript);
  const keep = createRedisScript(redis, keepTurnScript);
  const jobs = `${prefix}:${parseRunJob.name}:`;
  const turnsKey = `${prefix}:turns`;
  const states = ["prioritized", "active", "wait", "delayed"].map((state) => `${jobs}${state}`);
  const keys = [...states, turnsKey, `${prefix}:turn`];
  return {
    /** Takes the next turns of an account, for so many files. Returns the first of them; each further file has one more. */
    takeTurns: async (accountId: string, count: number): Promise<number> =>
      Number(await take(keys, [jobs, accountId, count])),

    /**
     * Keeps the turn of a file whose job may be lost, and with it the place of the account's next files behind it.
     * @returns the turn of the file: an earlier one where a file that the account sends now would have an earlier one
     */
    keepTurn: async (accountId: string, turn: number): Promise<number> =>
      Number(await keep(keys, [jobs, accountId, turn])),

    /** Forgets the turns of an account that is deleted. */
    forgetTurns: async (accountId: string): Promise<void> => {
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
}
