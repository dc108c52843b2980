import { Queue } from "bullmq";
import type { z } from "zod";
import type { Logger } from "../infra/logger.ts";
import type { Redis } from "../infra/redis.ts";
import { jobDefinitions } from "./jobs.ts";
import type { JobDefinition } from "./jobs.ts";

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

const KEEP_COMPLETED_S = 60 * 60;
const KEEP_FAILED_S = 7 * 24 * 60 * 60;

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
        removeOnComplete: { age: KEEP_COMPLETED_S, count: 1000 },
        removeOnFail: { age: KEEP_FAILED_S, count: 10_000 },
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
