import { randomUUID } from "node:crypto";
import test from "ava";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { queuePrefix } from "../../../src/queues/job-queue.ts";
import { startTestService } from "../../helpers/service.ts";

const RUNS = 450;
const BATCH = 200;
/** The maximum number of runs that a round of the sweep for lost jobs checks. */
const MOST_IN_A_ROUND = 2000;
/** For each batch of the last sweep, the number of runs whose jobs the sweep looked up. */
const calls: number[] = [];
/** A function that the sweep awaits before it looks up the jobs of a batch of runs. */
let beforeBatch = async () => undefined as void;

const service = await startTestService(test, {
  hasWorkers: false,
  overrides: {
    queue: (queue) => ({
      ...queue,
      withoutJob: async (runs) => {
        await beforeBatch();
        calls.push(runs.length);
        return queue.withoutJob(runs);
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

/** Makes all runs look as if no process had touched them for far longer than SWEEP_AGE_MS. */
async function letAge(): Promise<void> {
  await runs.updateMany({}, { $set: { touched_at: new Date(1) } });
}

/** Removes the job of a run, as if Redis had been restored from an older copy. */
async function loseJob(runId: string): Promise<void> {
  await stores.redis.zrem(waiting, `${runId}-0`);
  await stores.redis.lrem(`${queue}:parse-run:wait`, 0, `${runId}-0`);
  await stores.redis.del(`${queue}:parse-run:${runId}-0`);
}

/**
 * Stores queued runs of three accounts, as copies of a submitted run. All runs of an account are older than those of
 * the next account.
 */
async function storeRuns(count = RUNS): Promise<void> {
  const client = await service.signIn(randomUUID());
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
  const made = await runs.findOne({ _id: added.body.runs[0].run_id as string });
  if (!made) throw new Error("the run has to be stored");
  await runs.deleteMany({});
  const sent = Date.now() - count;
  const copies = Array.from({ length: count }, (_unused, index): Run => ({
    ...made,
    _id: `run-${index}`,
    account_id: `account-${Math.floor((3 * index) / count)}`,
    status: "queued",
    is_waiting: true,
    created_at: new Date(sent + index),
    touched_at: new Date(),
  }));
  // Store the newest run first: the sweep must not depend on the order in which the runs are stored.
  await runs.insertMany(copies.toReversed());
}

/** Returns the ids of the waiting jobs in the order in which workers get them. */
const queued = (): Promise<string[]> => stores.redis.zrange(waiting, "0", "-1");

/**
 * Returns the position, from 0, of a run among the runs of its account. The id of the run's job contains the number of
 * the run.
 */
const placeOf = (job: string): number => Number(job.split("-")[1]) % (RUNS / 3);

test.serial(
  "after a loss of Redis the jobs of all waiting runs are added again, the first run of each account first",
  async (t) => {
    await storeRuns();
    await loseRedis();
    t.is(await sweep(), 0, "the sweep does not check runs that were touched just now");
    await letAge();
    t.is(await sweep(), RUNS);
    t.deepEqual(calls, [BATCH, BATCH, RUNS - 2 * BATCH]);
    const places = (await queued()).map(placeOf);
    t.is(places.length, RUNS);
    t.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );

    t.is(await sweep(), 0, "no job is missing any more");
    t.deepEqual(calls, []);
  },
);

test.serial(
  "a run whose job is still queued keeps its place in the queue, is checked once in SWEEP_AGE_MS, and is not reported as lost",
  async (t) => {
    await storeRuns();
    await loseRedis();
    await letAge();
    await sweep();
    const before = await stores.redis.zrange(waiting, "0", "-1", "WITHSCORES");
    await loseJob("run-7");
    await letAge();
    t.is(await sweep(), 1);
    t.deepEqual(calls, [BATCH, BATCH, RUNS - 2 * BATCH]);
    const after = await stores.redis.zrange(waiting, "0", "-1", "WITHSCORES");
    t.is(after.length, before.length, "the lost job is queued again");
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
  "a round of the sweep for lost jobs checks a limited number of runs, and later rounds check the rest",
  async (t) => {
    t.timeout(600_000);
    const rest = 50;
    await storeRuns(MOST_IN_A_ROUND + rest);
    await loseRedis();
    await letAge();
    t.is(await sweep(), MOST_IN_A_ROUND);
    t.is(await sweep(), rest, "the next round checks the rest");
    // Let the last run be the most recently touched run, so that the sweep checks all others first.
    const last = `run-${MOST_IN_A_ROUND + rest - 1}`;
    await loseJob(last);
    await letAge();
    await runs.updateOne({ _id: last }, { $set: { touched_at: new Date(2) } });
    const lookedAfter = () => calls.reduce((sum, count) => sum + count, 0);
    t.is(await sweep(), 0, "no job of the checked runs was lost");
    t.is(lookedAfter(), MOST_IN_A_ROUND);
    // Make the runs that the sweep has just checked due for another check. Their `touched_at` is later than that of the
    // run `last`, so the sweep checks that run first.
    await runs.updateMany({ touched_at: { $gt: new Date(2) } }, { $set: { touched_at: new Date(3) } });
    t.is(await sweep(), 1);
    t.is(lookedAfter(), MOST_IN_A_ROUND);
    t.true((await queued()).includes(`${last}-0`));
    t.is(await runs.countDocuments({ touched_at: { $lte: new Date(2) } }), 0, "each run was checked");
  },
);

test.serial(
  "after a loss of Redis, the sweep queues a claimed run again only when its worker sends no more heartbeats",
  async (t) => {
    await storeRuns();
    await letAge();
    const claimed = { status: "processing" as const, fencing_token: 1, touched_at: new Date() };
    await runs.updateMany({ _id: { $in: ["run-0", "run-1", "run-2"] } }, { $set: claimed });
    await loseRedis();
    t.is(await sweep(), RUNS - 3);
    await runs.updateMany({ status: "processing" }, { $set: { touched_at: new Date(0) } });
    t.is(await sweep(), 3);
    t.true((await queued()).includes("run-0-1"));
  },
);

test.serial(
  "a worker that stops ends its sweep for lost jobs after a batch, and the next sweep checks the remaining runs",
  async (t) => {
    await storeRuns();
    await loseRedis();
    await letAge();
    const stopping = new AbortController();
    beforeBatch = async () => stopping.abort();
    t.teardown(() => (beforeBatch = async () => undefined));
    t.is(await sweep(stopping.signal), BATCH);
    beforeBatch = async () => undefined;
    t.is(await sweep(), RUNS - BATCH);
    t.is((await queued()).length, RUNS);
  },
);

test.serial(
  "each round of the sweep moves the oldest files that have waited to be read for more than ten minutes to the front of the queue",
  async (t) => {
    await storeRuns(12);
    await loseRedis();
    await letAge();
    /** Returns the ids of the jobs at the front of the queue, in the order in which workers get them. */
    const front = async () => (await stores.redis.lrange(`${queue}:parse-run:wait`, 0, -1)).toReversed();
    const nameOf = (index: number) => `run-${index}`;
    const jobsOf = (...indexes: number[]) => indexes.map((index) => `${nameOf(index)}-0`);
    const start = Date.now();
    const sendAgo = (minutes: number, ...indexes: number[]) =>
      Promise.all(
        indexes.map((index) =>
          runs.updateOne(
            { _id: nameOf(index) },
            { $set: { created_at: new Date(start - minutes * 60_000 + index) } },
          ),
        ),
      );
    await sendAgo(9, ...Array.from({ length: 12 }, (_unused, index) => index));
    await sweep();
    t.deepEqual(await front(), [], "no file has waited for ten minutes");

    await sendAgo(11, 11, 10, 9);
    await sweep();
    t.deepEqual(await front(), jobsOf(9, 10, 11));
    await sendAgo(10.5, 4, 3, 2, 1);
    await sweep();
    t.deepEqual(await front(), jobsOf(9, 10, 11, 1, 2), "at most five files");
    await runs.updateOne({ _id: nameOf(9) }, { $set: { status: "processing" } });
    await loseJob(nameOf(9));
    await sweep();
    t.deepEqual(
      await front(),
      jobsOf(10, 11, 1, 2, 3),
      "each file that a worker begins makes room for another file",
    );
  },
);

test.serial(
  "the script for lost jobs queues all unread runs that have no job, including recent runs",
  async (t) => {
    await storeRuns();
    await loseRedis();
    const { requeueAll } = services.runs;
    t.deepEqual(await requeueAll({ isDryRun: true }), { unfinished: RUNS, lost: RUNS });
    t.deepEqual(await queued(), []);
    t.deepEqual(await requeueAll({ isDryRun: false }), { unfinished: RUNS, lost: RUNS });
    const places = (await queued()).map(placeOf);
    t.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    await loseJob("run-7");
    t.deepEqual(await requeueAll({ isDryRun: true }), { unfinished: RUNS, lost: 1 });
  },
);
