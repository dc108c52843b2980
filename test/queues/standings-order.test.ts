import { randomUUID } from "node:crypto";
import test from "ava";
import { Worker } from "bullmq";
import { createLogger } from "../../src/infra/logger.ts";
import { openWaitingRedis } from "../../src/infra/redis.ts";
import { createJobQueue, queuePrefix } from "../../src/queues/job-queue.ts";
import { updateStandingsJob } from "../../src/queues/jobs.ts";
import { testStores } from "../helpers/stores.ts";

const stores = await testStores(test);

test("results are ranked before builds whose parts have changed, whichever came first", async (t) => {
  const prefix = `${stores.keyPrefix}-${randomUUID()}`;
  const queue = createJobQueue({
    redis: stores.redis,
    config: { REDIS_KEY_PREFIX: prefix },
    timeoutMs: 10_000,
    logger: createLogger({ level: "silent", process: "test", secrets: [] }),
    storeLog: { failed: () => undefined },
  });
  const connection = openWaitingRedis({ url: stores.env["REDIS_URL"] ?? "", silenceTimeoutMs: 10_000 });
  const worker = new Worker(updateStandingsJob.name, null, { connection, prefix: queuePrefix(prefix) });
  t.teardown(async () => {
    await worker.close();
    connection.disconnect();
    await queue.close();
  });
  for (const build of [1, 2, 1]) await queue.updateStandings(build);
  for (const build of [3, 2]) await queue.updateStandings(build, 15);
  const order: unknown[] = [];
  for (;;) {
    const job = await worker.getNextJob("token", { block: false });
    if (!job) break;
    order.push(job.data);
    // What is asked for while a job of the same build is under way follows it, and waits behind results, too.
    if (order.length === 3) {
      await queue.updateStandings(1);
      await queue.updateStandings(4, 15);
    }
    await job.moveToCompleted(null, "token", false);
  }
  t.deepEqual(order, [
    { build_id: 3, benchmark_id: 15 },
    { build_id: 2, benchmark_id: 15 },
    { build_id: 1 },
    { build_id: 4, benchmark_id: 15 },
    { build_id: 2 },
    { build_id: 1 },
  ]);
});
