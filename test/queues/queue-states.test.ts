import { Queue, Worker } from "bullmq";
import test from "ava";
import { createLogger } from "../../src/infra/logger.ts";
import { openWaitingRedis } from "../../src/infra/redis.ts";
import { createJobQueue, queuePrefix } from "../../src/queues/job-queue.ts";
import { fillRanksJob } from "../../src/queues/jobs.ts";
import { testStores } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";

const { redis, env, keyPrefix } = await testStores(test);

test("the state of a queue distinguishes waiting, delayed and active jobs, and jobs abandoned by a dead worker", async (t) => {
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const jobs = createJobQueue({
    redis,
    config: { REDIS_KEY_PREFIX: keyPrefix },
    timeoutMs: 60_000,
    logger,
    storeLog: { failed: () => t.fail() },
  });
  const prefix = queuePrefix(keyPrefix);
  const { name } = fillRanksJob;
  const queue = new Queue(name, { connection: redis, prefix });
  const connection = openWaitingRedis({ url: env["REDIS_URL"] ?? "", silenceTimeoutMs: 60_000 });
  const worker = new Worker(name, null, {
    connection,
    prefix,
    autorun: false,
    lockDuration: 600_000,
    skipStalledCheck: true,
  });
  t.teardown(async () => {
    await Promise.all([worker.close(), queue.close(), jobs.close()]);
    connection.disconnect();
  });
  const state = async () => {
    const found = (await jobs.states()).find((one) => one.queue === name);
    if (!found) throw new Error(`expected the queue ${name}`);
    return found;
  };

  const idle = {
    waiting: 0,
    delayed: 0,
    active: 0,
    abandoned: 0,
    oldestMs: 0,
    untakenMs: 0,
    isPaused: false,
  };
  t.like(await state(), idle);
  await queue.add(name, {}, { delay: 3_600_000 });
  t.like(await state(), { ...idle, delayed: 1 }, "no job is due");
  await queue.add(name, {}, { timestamp: Date.now() - 90_000 });
  await queue.add(name, {}, { priority: 7 });
  const waiting = await state();
  t.like(waiting, { waiting: 2, delayed: 1, active: 0 });
  t.true(waiting.oldestMs >= 90_000);
  t.is(waiting.untakenMs, waiting.oldestMs, "no worker takes jobs from the queue");

  const taken = await worker.getNextJob("a token");
  t.like(await state(), { waiting: 1, active: 1, abandoned: 0, untakenMs: 0 }, "the other job still waits");
  await redis.del(`${prefix}:${name}:${String(taken?.id)}:lock`);
  await until(async () => (await state()).untakenMs > 0, "time has passed");
  t.like(await state(), { waiting: 1, active: 0, abandoned: 1 }, "the job of the dead worker is abandoned");

  await queue.pause();
  t.like(await state(), { isPaused: true });
});
