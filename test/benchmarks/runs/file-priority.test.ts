import { randomUUID } from "node:crypto";
import test from "ava";
import { Worker } from "bullmq";
import * as fc from "fast-check";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { openWaitingRedis } from "../../../src/infra/redis.ts";
import { queuePrefix } from "../../../src/queues/job-queue.ts";
import { parseRunJob } from "../../../src/queues/jobs.ts";
import { smallCapture } from "../../faults/results.ts";
import type { Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { storeCopies } from "../../helpers/stored-runs.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MOST_SENT = 1000;
/**
 * The maximum number of files that a round of the sweep moves to the front of the queue. The sweep moves a file once
 * the file has waited for FRONT_AGE_MS.
 */
const MOST_TO_FRONT = 5;
const FRONT_AGE_MS = 10 * MINUTE_MS;

let now = Date.parse("2030-03-10T12:00:00Z");
const service = await startTestService(test, {
  hasWorkers: false,
  env: { MAX_WAITING_RUNS: "10000", MAX_FAILED_RUNS_A_DAY: "10000" },
  overrides: { clock: () => () => new Date(now) },
});
const { stores, services } = service;
const runs = stores.db.collection<Run>("runs");
const prefix = queuePrefix(stores.keyPrefix);
const jobs = services.queue.queues.find(({ name }) => name === parseRunJob.name);
const TOKEN = "a worker";
const connection = openWaitingRedis({ url: stores.env["REDIS_URL"] ?? "", silenceTimeoutMs: 10_000 });
const worker = new Worker(parseRunJob.name, null, { connection, prefix });
test.after.always(async () => {
  await worker.close();
  connection.disconnect();
});

interface Sender {
  client: Client;
  build_id: number;
}

async function makeSender(): Promise<Sender> {
  const client = await service.signIn(randomUUID(), "unlimited");
  return { client, build_id: await client.makeBuild() };
}

/** Submits a form with `count` files. Returns the ids of their runs, in the order of the files. */
async function sendFiles({ client, build_id }: Sender, count: number): Promise<string[]> {
  const files = Array.from({ length: count }, () => smallCapture);
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
  if (added.status !== 200) throw new Error(added.text);
  return (added.body.runs as { run_id: string }[]).map(({ run_id }) => run_id);
}

/** Returns the priority of the job of each run; undefined for a run without a job. */
const prioritiesOf = (runIds: readonly string[], fencingToken = 0): Promise<(number | undefined)[]> =>
  Promise.all(runIds.map(async (id) => (await jobs?.getJob(`${id}-${fencingToken}`))?.priority));

/**
 * Takes the next job as a worker does, and ends the job and the run of its file. Returns the id of the run, or
 * undefined if no job waits.
 */
async function readNext(): Promise<string | undefined> {
  const job = await worker.getNextJob(TOKEN, { block: false });
  if (!job) return undefined;
  const { run_id } = job.data as { run_id: string };
  await job.moveToCompleted(null, TOKEN, false);
  await runs.updateOne({ _id: run_id }, { $set: { status: "complete" }, $unset: { is_waiting: true } });
  return run_id;
}

async function readAll(): Promise<void> {
  while ((await readNext()) !== undefined);
}

async function loseRedis(): Promise<void> {
  const keys = await stores.redis.keys(`${prefix}*`);
  if (keys.length > 0) await stores.redis.unlink(keys);
}

test.serial(
  "the priority of a file is 1, and 1 more for each run that its account has sent in the last hour",
  async (t) => {
    const sender = await makeSender();
    t.deepEqual(await prioritiesOf(await sendFiles(sender, 3)), [1, 2, 3]);
    await sender.client.add({ build_id: sender.build_id, benchmarks: { id: 15, runs: [1, 2] } });
    t.deepEqual(await prioritiesOf(await sendFiles(sender, 2)), [6, 7], "typed-in scores count as well");
    t.deepEqual(
      await prioritiesOf(await sendFiles(await makeSender(), 1)),
      [1],
      "runs of other accounts do not count",
    );
    now += HOUR_MS;
    t.deepEqual(await prioritiesOf(await sendFiles(sender, 1)), [8], "an hour has not passed yet");
    now += 1;
    t.deepEqual(await prioritiesOf(await sendFiles(sender, 2)), [2, 3]);
    await readAll();
  },
);

test.serial("at most a thousand runs of an account count for the priority of its files", async (t) => {
  const sender = await makeSender();
  const [first = ""] = await sendFiles(sender, 1);
  await readAll();
  await storeCopies(stores.db, first, MOST_SENT - 2);
  t.deepEqual(await prioritiesOf(await sendFiles(sender, 1)), [MOST_SENT]);
  t.deepEqual(await prioritiesOf(await sendFiles(sender, 2)), [MOST_SENT + 1, MOST_SENT + 2]);
  t.deepEqual(await prioritiesOf(await sendFiles(sender, 2)), [MOST_SENT + 1, MOST_SENT + 2]);
  await readAll();
});

test.serial(
  "failed runs that are queued again have priorities as if their account had sent them in one form",
  async (t) => {
    const senders = [await makeSender(), await makeSender()];
    const sent: string[][] = [];
    for (const sender of senders) sent.push(await sendFiles(sender, 2));
    await loseRedis();
    const error = { code: "reader_crashed", detail: "", public_detail: "" };
    await runs.updateMany(
      { _id: { $in: sent.flat() } },
      { $set: { status: "failed", error }, $unset: { is_waiting: true } },
    );
    now += 2 * HOUR_MS;
    await senders[1]?.client.add({ build_id: senders[1].build_id, benchmarks: { id: 15, runs: [1] } });
    for await (const _run of services.runs.retryFailed({ codes: [error.code], isDryRun: false }));
    const priorities = await Promise.all(sent.map((ids) => prioritiesOf(ids, 1)));
    t.deepEqual(
      priorities.map((some) => some.toSorted((a = 0, b = 0) => a - b)),
      [
        [1, 2],
        [2, 3],
      ],
    );
    await readAll();
  },
);

/** A file in the model of the queue that waits to be read. */
interface Waiting {
  runId: string;
  account: string;
  sentAt: number;
  /** The maximum number of files of any other account that workers may read before the file. */
  patience: number;
  /** For each other account, the number of its files that were read while this file waited. */
  passed: Map<string, number>;
}

/** Creates a model of the queue of files. `read` throws if a worker gets a file in an order that is not permitted. */
function createModel() {
  let waiting: Waiting[] = [];
  let front: Waiting[] = [];
  const sent = new Map<string, number>();
  return {
    send: (account: string, runIds: readonly string[]): void => {
      for (const runId of runIds) {
        const patience = (sent.get(account) ?? 0) + 1;
        sent.set(account, patience);
        waiting.push({ runId, account, sentAt: now, patience, passed: new Map() });
      }
    },
    /**
     * After a loss of Redis, the priorities of an account's files are as if the account had sent only the files that
     * still wait.
     */
    lose: (): void => {
      const own = new Map<string, number>();
      waiting = waiting.map((file) => {
        const patience = (own.get(file.account) ?? 0) + 1;
        own.set(file.account, patience);
        return { ...file, patience, passed: new Map() };
      });
      front = [];
    },
    sweep: (): void => {
      front = waiting.filter(({ sentAt }) => sentAt < now - FRONT_AGE_MS).slice(0, MOST_TO_FRONT);
    },
    read: (runId: string | undefined): void => {
      const file = waiting.find((one) => one.runId === runId);
      if (!file && (runId !== undefined || waiting.length > 0))
        throw new Error("read: expected a file that waits");
      if (!file) return;
      if (waiting.find(({ account }) => account === file.account) !== file)
        throw new Error(`${file.account} is not read in its order`);
      waiting = waiting.filter((one) => one !== file);
      const first = front.shift();
      if (first && first !== file) throw new Error("the file that has waited for longest is not read first");
      if (first) return;
      for (const { account, patience, passed } of waiting) {
        if (account === file.account) continue;
        const count = (passed.get(file.account) ?? 0) + 1;
        passed.set(file.account, count);
        if (count > patience)
          throw new Error(`file ${patience} of ${account} waits for ${count} of ${file.account}`);
      }
    },
    left: () => waiting.length,
  };
}

const accounts = ["a", "b", "c"];
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ send: fc.constantFrom(...accounts), count: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 5, arbitrary: fc.record({ read: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 3, arbitrary: fc.record({ minutes: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: fc.constant({ sweep: true as const }) },
  { weight: 2, arbitrary: fc.constant({ lose: true as const }) },
);

test.serial(
  "a file waits for at most as many files of another account as its own account has sent, apart from the oldest files",
  async (t) => {
    t.timeout(900_000);
    const sweep = () => services.runs.requeueOverdue(new Date(now));
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await readAll();
      const model = createModel();
      const senders = new Map<string, Sender>();
      for (const account of accounts) senders.set(account, await makeSender());
      const end = now + HOUR_MS;
      for (const step of steps) {
        // Keep the clock within an hour, because a file counts for the priority of later files for an hour.
        if ("minutes" in step && now + step.minutes * MINUTE_MS < end) now += step.minutes * MINUTE_MS;
        const sender = "send" in step ? senders.get(step.send) : undefined;
        if (sender && "send" in step) {
          // Advance the clock, because the files of two forms need different times of submission.
          now += 1;
          model.send(step.send, await sendFiles(sender, step.count));
        }
        if ("lose" in step) {
          await loseRedis();
          model.lose();
        }
        if ("sweep" in step || "lose" in step) {
          now += 1;
          await sweep();
          model.sweep();
        }
        const wanted = "read" in step ? step.read : 0;
        for (let read = 0; read < wanted && model.left() > 0; read += 1) model.read(await readNext());
      }
      while (model.left() > 0) model.read(await readNext());
      now += 2 * HOUR_MS;
    });
    await t.notThrowsAsync(fc.assert(property, { numRuns: 30 }));
  },
);
