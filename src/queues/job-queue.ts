import { Queue } from "bullmq";
import type { z } from "zod";
import type { Config } from "../config.ts";
import { bounded } from "../infra/bounded.ts";
import type { Logger } from "../infra/logger.ts";
import type { Redis } from "../infra/redis.ts";
import { jobDefinitions, parseRunJob, syncProductsJob, type JobDefinition } from "./jobs.ts";

/** Adds jobs to the queues. */
export type JobQueue = ReturnType<typeof createJobQueue>;

/** Opens the queues in Redis, one for each kind of job. Their keys share a hash tag: Redis Cluster keeps them on one node. */
export function createJobQueue({ redis, config, timeoutMs, logger }: JobQueueDeps) {
  const prefix = queuePrefix(config.REDIS_KEY_PREFIX);
  const queues = new Map(
    jobDefinitions.map(({ name }) => {
      const queue = new Queue(name, { connection: redis, prefix, skipWaitingForReady: true });
      queue.on("error", (error) => logger.warn({ err: error, queue: name }, "queue error"));
      return [name, queue];
    }),
  );

  async function add<S extends z.ZodType>(job: JobDefinition<S>, payload: z.output<S>, jobId?: string) {
    await queues.get(job.name)?.add(job.name, payload, {
      ...(jobId !== undefined && { jobId }),
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
     * Asks a worker to read the file of a run. Does nothing where a job of this run and fencing token is queued already.
     * @throws when Redis does not take the job in time; a sweep adds it later
     */
    parseRun: (runId: string, fencingToken: number): Promise<void> =>
      // BullMQ refuses job ids with a colon.
      bounded(add(parseRunJob, { run_id: runId }, `${runId}-${fencingToken}`), timeoutMs, "adding a job"),

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
}
