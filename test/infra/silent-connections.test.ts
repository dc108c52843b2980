import test from "ava";
import { Queue } from "bullmq";
import { parseConfig } from "../../src/config.ts";
import { connectionLimits } from "../../src/infra/connection-limits.ts";
import { openMongo } from "../../src/infra/mongo.ts";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { openRedis, openWaitingRedis } from "../../src/infra/redis.ts";
import { parseRunJob } from "../../src/queues/jobs.ts";
import { queuePrefix } from "../../src/queues/job-queue.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { noTraces } from "../../src/infra/traces/traces.ts";
import { createWorker } from "../../workers/create-worker.ts";
import { startNetwork } from "../helpers/network.ts";
import { testStores } from "../helpers/stores.ts";

const logger = createLogger({ level: "silent", process: "test", secrets: [] });
const url = process.env["REDIS_URL"] ?? "";

test("an unused connection to a store is reopened when its packets are lost", async (t) => {
  t.timeout(600_000, "the silence of the connection was never detected");
  const network = await startNetwork(t, url);
  const options = { url: network.url, timeoutMs: 400, silenceTimeoutMs: 500 };
  for (const open of [() => openRedis(options), () => openWaitingRedis(options)]) {
    const redis = open();
    t.teardown(async () => redis.disconnect());
    redis.on("error", () => undefined);
    const next = (event: "ready" | "close") => new Promise<void>((resolve) => redis.once(event, resolve));
    await next("ready");
    network.forget();
    await next("close");
    await next("ready");
  }
  t.pass();
});

test("connections to MongoDB are watched and renewed within the limits of silence", async (t) => {
  const url = process.env["MONGODB_URL"] ?? "";
  const limits = { timeoutMs: 10_000, fileStallTimeoutMs: 60_000, silenceTimeoutMs: 4000 };
  const mongo = await openMongo({ url, database: "test", startTimeoutMs: 10_000, ...limits });
  t.teardown(() => mongo.close());
  const { pingIntervalMs, silenceTimeoutMs, idleTimeoutMs } = connectionLimits(limits.silenceTimeoutMs);
  for (const { client } of [mongo.db, mongo.fileDb]) {
    const { heartbeatFrequencyMS, connectTimeoutMS, maxIdleTimeMS } = client.options;
    t.is(heartbeatFrequencyMS, pingIntervalMs);
    t.is(connectTimeoutMS, silenceTimeoutMs);
    t.is(maxIdleTimeMS, idleTimeoutMs);
  }
});

test("a worker that waits for a delayed job for longer than the limit of silence keeps its connection", async (t) => {
  t.timeout(600_000);
  const { env, keyPrefix } = await testStores(t);
  const failures: unknown[] = [];
  const queue = new Queue(parseRunJob.name, { connection: { url }, prefix: queuePrefix(keyPrefix) });
  t.teardown(() => queue.close());
  const handled = new Promise<string>((resolve) => {
    const silent = { ...parseConfig(env), STORE_SILENCE_TIMEOUT_MS: 6000 };
    const storeLog = {
      failed: (_store: string, error: unknown) => void failures.push(error),
      isUnavailable: () => false,
    };
    const handle = async ({ run_id }: { run_id: string }) => resolve(run_id);
    const connection = openWaitingRedis({ url, silenceTimeoutMs: silent.STORE_SILENCE_TIMEOUT_MS });
    connection.on("error", (error) => void failures.push(error));
    const deps = { config: silent, connection, logger, storeLog, metrics: createMetrics(), traces: noTraces };
    const worker = createWorker(
      { job: parseRunJob, concurrency: 1, handle },
      { ...deps, scrub: (text) => text },
    );
    t.teardown(async () => {
      await worker.close(0);
      connection.disconnect();
    });
  });
  await queue.add(parseRunJob.name, { run_id: "later" }, { delay: 8000 });
  t.is(await handled, "later");
  t.deepEqual(failures, []);
});
