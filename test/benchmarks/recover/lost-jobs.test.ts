import { randomUUID } from "node:crypto";
import test from "ava";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { queuePrefix } from "../../../src/queues/job-queue.ts";
import { startTestService } from "../../helpers/service.ts";

const RUNS = 450;
const BATCH = 200;
/** How many runs a round looks after at most that it found by their age alone. */
const MOST_BY_AGE = 2000;

/** The calls by which the sweep looks after jobs: the number of runs in each. */
const calls: number[] = [];
/** Called before each batch of jobs. */
let beforeBatch = async () => undefined as void;

const service = await startTestService(test, {
  hasWorkers: false,
  overrides: {
    queue: (queue) => ({
      ...queue,
      parseRunsAgain: async (runs) => {
        await beforeBatch();
        calls.push(runs.length);
        return queue.parseRunsAgain(runs);
      },
    }),
  },
});
const { stores, services } = service;
const runs = stores.db.collection<Run>("runs");
const queue = queuePrefix(stores.keyPrefix);
const waiting = `${queue}:parse-run:prioritized`;

const sweep = async (signal?: AbortSignal): Promise<number> => {
  calls.length = 0;
  const found = services.sweeps.find(({ name }) => name === "runs without a job");
  return (await found?.run(signal)) ?? Number.NaN;
};

async function loseRedis(): Promise<void> {
  const keys = await stores.redis.keys(`${queue}*`);
  if (keys.length > 0) await stores.redis.unlink(keys);
}

/** Makes all runs look as if nobody had touched them for long, while Redis has kept all jobs for longer. */
async function letAge(): Promise<void> {
  await stores.redis.set(`${queue}:kept-since`, 0);
  await runs.updateMany({}, { $set: { touched_at: new Date(1) } });
}

/** Removes the job of a run, as an older copy of Redis lacks it. */
async function loseJob(runId: string): Promise<void> {
  await stores.redis.zrem(waiting, `${runId}-0`);
  await stores.redis.del(`${queue}:parse-run:${runId}-0`);
}

/** Stores queued runs that were touched just now, as copies of a submitted one, each account with turns of its own. */
async function storeRuns(count = RUNS): Promise<void> {
  const client = await service.signIn(randomUUID());
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
  const made = await runs.findOne({ _id: added.body.runs[0].run_id as string });
  if (!made) throw new Error("the run has to be stored");
  await runs.deleteMany({});
  await runs.insertMany(
    Array.from({ length: count }, (_unused, index): Run => ({
      ...made,
      _id: `run-${index}`,
      account_id: `account-${index % 3}`,
      status: "queued",
      turn: Math.floor(index / 3) + 1,
      touched_at: new Date(),
    })),
  );
}

/** Returns the ids of the waiting jobs in the order in which workers get them. */
const queued = (): Promise<string[]> => stores.redis.zrange(waiting, "0", "-1");

test.serial(
  "after a loss of Redis one round queues all waiting runs again, however young and many they are, in their order",
  async (t) => {
    await storeRuns();
    await loseRedis();
    t.is(await sweep(), RUNS);
    t.deepEqual(calls, [BATCH, BATCH, RUNS - 2 * BATCH]);
    const jobs = await queued();
    t.is(jobs.length, RUNS);
    const turns = jobs.map((job) => Math.floor(Number(job.split("-")[1]) / 3));
    t.deepEqual(
      turns,
      turns.toSorted((a, b) => a - b),
    );
    t.is(await services.queue.takeTurns("account-1", 1), RUNS / 3 + 1, "the next file comes behind");

    t.is(await sweep(), 0, "nothing is lost any more");
    t.deepEqual(calls, []);
  },
);

test.serial(
  "a run whose job is still queued keeps its place, is looked after once in SWEEP_AGE_MS, and is not reported as lost",
  async (t) => {
    await storeRuns();
    await loseRedis();
    await sweep();
    const before = await stores.redis.zrange(waiting, "0", "-1", "WITHSCORES");
    await loseJob("run-7");
    await letAge();
    t.is(await sweep(), 1);
    t.deepEqual(calls, [BATCH, BATCH, RUNS - 2 * BATCH]);
    const after = await stores.redis.zrange(waiting, "0", "-1", "WITHSCORES");
    t.is(after.length, before.length, "the lost one is back");
    const placesOf = (jobs: string[]) =>
      new Map(jobs.flatMap((job, index) => (index % 2 === 0 ? [[job, jobs[index + 1]]] : [])));
    const [old, now] = [placesOf(before), placesOf(after)];
    t.deepEqual(
      [...now].filter(([job, place]) => old.get(job) !== place).map(([job]) => job),
      ["run-7-0"],
    );
    t.is(await sweep(), 0);
    t.deepEqual(calls, []);
  },
);

test.serial(
  "of runs that merely wait for long a round looks after a bounded number, and each of them comes round",
  async (t) => {
    t.timeout(600_000);
    const rest = 50;
    await storeRuns(MOST_BY_AGE + rest);
    await loseRedis();
    t.is(await sweep(), MOST_BY_AGE + rest, "after a loss there is no bound");
    // The file with the last turn of all was touched after the others.
    const last = `run-${MOST_BY_AGE + rest - 1}`;
    await loseJob(last);
    await letAge();
    await runs.updateOne({ _id: last }, { $set: { touched_at: new Date(2) } });
    const lookedAfter = () => calls.reduce((sum, count) => sum + count, 0);
    t.is(await sweep(), 0, "no job of these was lost");
    t.is(lookedAfter(), MOST_BY_AGE);
    // Before the next round, those that were looked after in this one are overdue again.
    await runs.updateMany({ touched_at: { $gt: new Date(2) } }, { $set: { touched_at: new Date(3) } });
    t.is(await sweep(), 1);
    t.is(lookedAfter(), MOST_BY_AGE);
    t.true((await queued()).includes(`${last}-0`));
    t.is(await runs.countDocuments({ touched_at: { $lte: new Date(2) } }), 0, "each was looked after");
  },
);

test.serial(
  "a claimed run is left to its worker after a loss of Redis, until the worker is silent",
  async (t) => {
    await storeRuns();
    const claimed = { status: "processing" as const, fencing_token: 1 };
    await runs.updateMany({ turn: 1 }, { $set: claimed });
    await loseRedis();
    t.is(await sweep(), RUNS - 3);
    await runs.updateMany({ status: "processing" }, { $set: { touched_at: new Date(0) } });
    t.is(await sweep(), 3);
    t.true((await queued()).includes("run-0-1"));
  },
);

test.serial("a worker that stops ends its sweep after a batch, and the next one goes on", async (t) => {
  await storeRuns();
  await loseRedis();
  const stopping = new AbortController();
  beforeBatch = async () => stopping.abort();
  t.teardown(() => (beforeBatch = async () => undefined));
  t.is(await sweep(stopping.signal), BATCH);
  beforeBatch = async () => undefined;
  t.is(await sweep(), RUNS - BATCH);
  t.is((await queued()).length, RUNS);
});
