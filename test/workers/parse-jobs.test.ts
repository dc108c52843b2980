import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { UnrecoverableError, Worker } from "bullmq";
import test, { type ExecutionContext } from "ava";
import { createLogger } from "../../src/infra/logger.ts";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { openWaitingRedis } from "../../src/infra/redis.ts";
import { noTraces } from "../../src/infra/traces/traces.ts";
import { createJobQueue, queuePrefix } from "../../src/queues/job-queue.ts";
import { parseRunJob } from "../../src/queues/jobs.ts";
import { createWorker } from "../../workers/create-worker.ts";
import { testStores } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";

const { redis, env, keyPrefix } = await testStores(test);
/**
 * The lock duration in ms: longer than any pause of the machine, because a worker whose lock expires would get its job
 * a second time.
 */
const JOB_LOCK_MS = 60_000;

/** Creates a new queue, and a function that starts a worker which calls `handle` with each job. */
function open(t: ExecutionContext, handle: (runId: string) => Promise<void> = async () => undefined) {
  const prefix = `${keyPrefix}-${randomUUID()}`;
  const config = {
    REDIS_KEY_PREFIX: prefix,
    JOB_LOCK_MS,
    JOB_STALLED_CHECK_MS: 50,
    STORE_SILENCE_TIMEOUT_MS: 10_000,
  };
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const storeLog = { failed: () => undefined, isUnavailable: () => false };
  const queue = createJobQueue({ redis, config, timeoutMs: 10_000, logger, storeLog });
  t.teardown(() => queue.close());
  const startWorker = (connection = openConnection()) => {
    const deps = { config, connection, logger, storeLog, metrics: createMetrics(), traces: noTraces };
    const worker = createWorker(
      { job: parseRunJob, concurrency: 2, handle: ({ run_id }) => handle(run_id) },
      { ...deps, scrub: (text) => text },
    );
    t.teardown(async () => {
      await worker.close(1);
      connection.disconnect();
    });
    return worker;
  };
  const keyOf = (runId: string, fencingToken = 0) =>
    `${queuePrefix(prefix)}:${parseRunJob.name}:${runId}-${fencingToken}`;
  return {
    startWorker,
    keyOf,
    prefix: queuePrefix(prefix),
    add: (runId: string, fencingToken = 0) => queue.parseRun({ runId, fencingToken, priority: 1 }),
    isGone: async (runId: string) => (await redis.exists(keyOf(runId))) === 0,
  };
}

const openConnection = () => openWaitingRedis({ url: env["REDIS_URL"] ?? "", silenceTimeoutMs: 10_000 });

/** Returns a connection whose duplicate, on which a worker waits for jobs, fails when the worker ends it. */
function openFailingConnection() {
  const connection = openConnection();
  const duplicate = connection.duplicate.bind(connection);
  connection.duplicate = (options) => {
    const copy = duplicate(options);
    const disconnect = copy.disconnect.bind(copy);
    copy.disconnect = (isReconnecting) => {
      copy.emit("error", new Error("the connection failed"));
      disconnect(isReconnecting);
    };
    return copy;
  };
  return connection;
}

/** Returns a promise that represents work in progress, and a function that ends this work. */
function createWork() {
  let end = () => undefined as void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end };
}

test("a job whose workers have died many times is handed to the next worker", async (t) => {
  const handled: string[] = [];
  const opened = open(t, async (runId) => void handled.push(runId));
  await opened.add("died");
  const connection = openWaitingRedis({ url: env["REDIS_URL"] ?? "", silenceTimeoutMs: 10_000 });
  const dead = new Worker(parseRunJob.name, null, { connection, prefix: opened.prefix });
  t.teardown(async () => {
    await dead.close();
    connection.disconnect();
  });
  t.truthy(await dead.getNextJob("a worker that dies", { block: false }));
  // BullMQ counts in the field `stc` how often the job has stalled, for instance because its worker died.
  await redis.hset(opened.keyOf("died"), "stc", 20);
  await redis.del(`${opened.keyOf("died")}:lock`);
  opened.startWorker();
  await until(() => opened.isGone("died"), "the job has ended");
  t.deepEqual(handled, ["died"]);
});

test("the lock of a job lasts for JOB_LOCK_MS, so that a dead worker delays a job no longer than that", async (t) => {
  const { ended, end } = createWork();
  const opened = open(t, () => ended);
  const lock = `${opened.keyOf("locked")}:lock`;
  opened.startWorker();
  t.teardown(end);
  await opened.add("locked");
  await until(async () => (await redis.exists(lock)) === 1, "a worker has the job");
  const leftMs = await redis.pttl(lock);
  t.true(leftMs > 0 && leftMs <= JOB_LOCK_MS, `${leftMs} ms`);
});

test("while a worker processes the job of one claim on a run, the job of the next claim can be queued, and neither job is duplicated", async (t) => {
  const { ended, end } = createWork();
  const handled: string[] = [];
  const opened = open(t, async (runId) => {
    handled.push(runId);
    await ended;
  });
  opened.startWorker();
  t.teardown(end);
  await opened.add("claimed", 0);
  await until(async () => handled.length === 1, "a worker has the job");
  await opened.add("claimed", 0);
  await opened.add("claimed", 1);
  await until(async () => handled.length === 2, "a worker has the next job");
  end();
  await until(async () => (await redis.exists(opened.keyOf("claimed", 1))) === 0, "the next job has ended");
  t.deepEqual(handled, ["claimed", "claimed"]);
});

test("a completed job and a finally failed job leave nothing in Redis, so that a later job with the same id is processed", async (t) => {
  let isFailing = false;
  let handled = 0;
  const opened = open(t, async () => {
    handled += 1;
    if (isFailing) throw new UnrecoverableError("it fails");
  });
  opened.startWorker();
  for (isFailing of [false, true]) {
    for (const times of [1, 2]) {
      const before = handled;
      await opened.add("again");
      await until(
        async () => handled > before && (await opened.isGone("again")),
        `the job with this id ends for the ${times}. time`,
      );
    }
  }
  t.true(handled >= 4);
});

test("a worker that closes waits for its running job, even if its connection to Redis fails meanwhile", async (t) => {
  t.timeout(60_000);
  const { ended, end } = createWork();
  const events: string[] = [];
  const opened = open(t, async () => {
    events.push("begun");
    await ended;
    events.push("ended");
  });
  const worker = opened.startWorker(openFailingConnection());
  t.teardown(end);
  await opened.add("running");
  await until(async () => events.length === 1, "a worker has the job");
  const closed = worker.close(60_000).then(() => events.push("closed"));
  // The pause is long enough for a worker that does not wait for its job to close on an idle machine.
  await sleep(300);
  end();
  await closed;
  t.deepEqual(events, ["begun", "ended", "closed"]);
  t.true(await opened.isGone("running"), "the job has ended in Redis, too");
});
