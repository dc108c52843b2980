import { Queue } from "bullmq";
import type { z } from "zod";
import type { Config } from "../config.ts";
import { bounded } from "../infra/bounded.ts";
import type { Logger } from "../infra/logger.ts";
import type { Redis } from "../infra/redis.ts";
import { jobDefinitions, parseRunJob, syncProductsJob, type JobDefinition } from "./jobs.ts";

interface JobQueueDeps {
  redis: Redis;
  config: Pick<Config, "REDIS_KEY_PREFIX">;
  /** How long adding a job may take. */
  timeoutMs: number;
  logger: Logger;
}

/** Puts jobs into their queues. */
export type JobQueue = ReturnType<typeof createJobQueue>;

/** The queues in Redis, one for each kind of job. A queue's keys share one hash tag, so that Redis Cluster keeps them together. */
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
      // A job that is kept keeps its id, and a job that is added under it again would be dropped without a word. What came of
      // a job stands in MongoDB and in the log.
      removeOnComplete: true,
      removeOnFail: true,
    });
  }

  return {
    /**
     * Asks a worker to read the file of a run. A job that still waits for this run and fencing token is left as it is.
     * @throws when Redis does not take the job in time; a sweep adds it later
     */
    parseRun: (runId: string, fencingToken: number): Promise<void> =>
      // A job id must not hold a colon.
      bounded(add(parseRunJob, { run_id: runId }, `${runId}-${fencingToken}`), timeoutMs, "adding a job"),

    /**
     * Asks a worker to bring the changed products of a kind into the search index.
     * @throws when Redis does not take the job in time; a timer of the workers finds the products all the same
     */
    syncProducts: (kind: string): Promise<void> =>
      bounded(add(syncProductsJob, { kind }), timeoutMs, "adding a job"),

    close: async (): Promise<void> => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** Returns the prefix of a queue's keys: `{…}` is the hash tag. */
export function queuePrefix(prefix: string): string {
  return `{${prefix}:queue}`;
}
