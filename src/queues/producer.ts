import { Queue } from "bullmq";
import type { z } from "zod";
import type { Logger } from "../infra/logger.ts";
import type { Redis } from "../infra/redis.ts";
import { jobDefinitions, type JobDefinition } from "./jobs.ts";

/** Puts jobs into their queues. */
export interface Producer {
  /**
   * Adds a job. A job with the same id that is still waiting is left as it is.
   * @param jobId must not hold a colon
   * @throws when Redis does not take it in time; the fact behind the job is in MongoDB and is delivered later
   */
  add<S extends z.ZodType>(job: JobDefinition<S>, payload: z.output<S>, jobId?: string): Promise<void>;
  close(): Promise<void>;
}

/** @param options.prefix begins every key; a queue's keys share one hash tag, so that Redis Cluster keeps them together */
export function createProducer(options: { redis: Redis; prefix: string; logger: Logger }): Producer {
  const { redis, prefix, logger } = options;
  const queues = new Map(
    jobDefinitions.map(({ name }) => {
      const queue = new Queue(name, {
        connection: redis,
        prefix: queuePrefix(prefix),
        skipWaitingForReady: true,
      });
      queue.on("error", (error) => logger.warn({ err: error, queue: name }, "queue error"));
      return [name, queue];
    }),
  );
  return {
    add: async (job, payload, jobId) => {
      await queues.get(job.name)?.add(job.name, payload, {
        ...(jobId !== undefined && { jobId }),
        attempts: job.attempts,
        backoff: { type: "exponential", delay: job.backoffMs, jitter: 0.5 },
        // A job that is kept keeps its id, and a job that is added under it again would be dropped without a word. What
        // came of it stands in MongoDB and in the log.
        removeOnComplete: true,
        removeOnFail: true,
      });
    },
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** The prefix of a queue's keys: `{…}` is the hash tag. */
export function queuePrefix(prefix: string): string {
  return `{${prefix}:queue}`;
}
