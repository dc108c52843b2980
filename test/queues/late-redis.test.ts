import test from "ava";
import { createLogger } from "../../src/infra/logger.ts";
import { openRedis } from "../../src/infra/redis.ts";
import { createJobQueue } from "../../src/queues/job-queue.ts";
import { startOwnRedis } from "../helpers/own-redis.ts";
import { until } from "../helpers/until.ts";

const TIMEOUT_MS = 20_000;
const logger = createLogger({ level: "silent", process: "test", secrets: [] });

test("a process that starts while Redis is unavailable can add jobs once Redis is available", async (t) => {
  const { url, start, stop } = await startOwnRedis(t);
  await stop();
  const redis = openRedis({ url, timeoutMs: TIMEOUT_MS, silenceTimeoutMs: TIMEOUT_MS });
  const refused: unknown[] = [];
  redis.on("error", (error) => refused.push(error));
  const queue = createJobQueue({
    redis,
    config: { REDIS_KEY_PREFIX: "late-redis" },
    timeoutMs: TIMEOUT_MS,
    logger,
    storeLog: { failed: () => undefined },
  });
  t.teardown(async () => {
    await queue.close();
    redis.disconnect();
  });
  await t.throwsAsync(queue.updateStandings(1, 15));
  await until(async () => refused.length > 0, "Redis refuses the connection");
  start();
  await until(async () => redis.status === "ready", "Redis is there");
  await queue.updateStandings(1, 15);
  const states = await queue.states();
  t.is(states.find((one) => one.queue === "update-standings")?.waiting, 1);
});
