import { randomUUID } from "node:crypto";
import type { ExecutionContext } from "ava";
import { Worker, type Job } from "bullmq";
import { createLogger } from "../../src/infra/logger.ts";
import { openWaitingRedis } from "../../src/infra/redis.ts";
import { createJobQueue, queuePrefix } from "../../src/queues/job-queue.ts";
import type { testStores } from "./stores.ts";

type Stores = Awaited<ReturnType<typeof testStores>>;

/** The lock token with which a test takes jobs. */
export const JOB_TOKEN = "a worker";

/**
 * Opens a job queue under a prefix of its own. Only the test takes jobs from this queue, which is closed at the end of
 * the test.
 * @param jobName the kind of jobs that `takeJob` takes
 */
export function openOwnJobQueue(t: ExecutionContext, stores: Stores, jobName: string) {
  const prefix = `${stores.keyPrefix}-${randomUUID()}`;
  const queue = createJobQueue({
    redis: stores.redis,
    config: { REDIS_KEY_PREFIX: prefix },
    timeoutMs: 10_000,
    logger: createLogger({ level: "silent", process: "test", secrets: [] }),
    storeLog: { failed: () => undefined },
  });
  const connection = openWaitingRedis({ url: stores.env["REDIS_URL"] ?? "", silenceTimeoutMs: 10_000 });
  const worker = new Worker(jobName, null, { connection, prefix: queuePrefix(prefix) });
  t.teardown(async () => {
    await worker.close();
    connection.disconnect();
    await queue.close();
  });
  return {
    queue,
    /** Takes the next job, as a worker does. Returns undefined if no job waits. */
    takeJob: async (): Promise<Job | undefined> => worker.getNextJob(JOB_TOKEN, { block: false }),
  };
}
