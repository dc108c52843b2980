import { randomUUID } from "node:crypto";
import process from "node:process";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { MongoClient, type Document } from "mongodb";
import { readScript, reserveScript, settleScript } from "../../../src/accounts/index.ts";
import { queuePrefix } from "../../../src/queues/job-queue.ts";
import { doTasks, manyAtOnce } from "../child-process.ts";

// The yardstick of score submissions: what the service sends to MongoDB and Redis for one of them, in the same order and with the same
// write concern, by the bare drivers. submit-scores.ts compares the number of calls of each kind with those of the service.

/** So many submissions of one score, so many at once. */
export interface ScoresTask {
  accountId: string;
  buildId: number;
  count: number;
  atOnce: number;
}

type Stored = Document & { _id: string };

const { MONGODB_URL = "", MONGODB_DATABASE = "", REDIS_URL = "", REDIS_KEY_PREFIX = "" } = process.env;
const STALE_MS = 60_000;
const mongo = new MongoClient(MONGODB_URL, {
  writeConcern: { w: "majority" },
  retryReads: false,
  retryWrites: false,
  ignoreUndefined: true,
});
const db = mongo.db(MONGODB_DATABASE);
const accounts = db.collection<Stored>("accounts");
const sessions = db.collection<Stored>("sessions");
const builds = db.collection<Document & { _id: number }>("builds");
const submissions = db.collection<Stored>("submissions");
const runs = db.collection<Stored>("runs");
const redis = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
redis.defineCommand("bareRead", { numberOfKeys: 1, lua: readScript });
redis.defineCommand("bareReserve", { numberOfKeys: 1, lua: reserveScript });
redis.defineCommand("bareSettle", { numberOfKeys: 1, lua: settleScript });
const scripts = redis as unknown as Record<
  "bareRead" | "bareReserve" | "bareSettle",
  (...args: (string | number)[]) => Promise<unknown>
>;
const standings = new Queue("update-standings", {
  connection: redis,
  prefix: queuePrefix(REDIS_KEY_PREFIX),
  skipWaitingForReady: true,
  skipVersionCheck: true,
});

async function submitAll({ accountId, buildId, count, atOnce }: ScoresTask): Promise<{ ms: number }> {
  const session = await sessions.findOne({ account_id: accountId });
  const model = {
    submission: await submissions.findOne({ account_id: accountId }),
    run: await runs.findOne({}),
  };
  if (!session || !model.submission || !model.run) throw new Error("nothing was submitted before");
  const calls = createCalls({ accountId, buildId, sessionId: session._id, ...(model as Models) });
  const startedAt = performance.now();
  await manyAtOnce(count, atOnce, () => submit(calls));
  return { ms: performance.now() - startedAt };
}

interface Models {
  submission: Stored;
  run: Stored;
}

interface CallsOptions extends Models {
  accountId: string;
  buildId: number;
  sessionId: string;
}

/** The calls of a submission, each as the service makes it. */
function createCalls({ accountId, buildId, sessionId, submission, run }: CallsOptions) {
  const period = String(submission["period"]);
  const counter = `${REDIS_KEY_PREFIX}:usage:{${accountId}}:${period}`;
  return {
    findSession: () => sessions.findOne({ _id: sessionId, expires_at: { $gt: new Date() } }),
    findAccount: () => accounts.findOne({ _id: accountId, deleting_since: { $exists: false } }),
    findBuild: () => builds.findOne({ _id: buildId, deleted_at: { $exists: false } }),
    hasBuild: () =>
      builds.findOne({ _id: buildId, deleted_at: { $exists: false } }, { projection: { _id: 1 } }),
    lastCharge: async () => {
      const last = await submissions.findOne(
        { account_id: accountId, period },
        { sort: { charge_number: -1 }, projection: { charge_number: 1 } },
      );
      return Number(last?.["charge_number"] ?? 0);
    },
    readCounter: () => scripts.bareRead(counter, STALE_MS),
    reserve: async (id: string, lastCharge: number) => {
      const reply = await scripts.bareReserve(counter, STALE_MS, id, 1, -1, lastCharge);
      const [outcome, , charge] = reply as [string, number, string];
      if (outcome !== "reserved") throw new Error(`expected a reservation, found ${outcome}`);
      return Number(charge);
    },
    insert: (id: string, runId: string, charge_number: number) =>
      submissions.insertOne({
        ...submission,
        _id: id,
        charge_number,
        runs: [{ run_id: runId, score: 15_000 }],
        runs_created: false,
        created_at: new Date(),
      }),
    insertRun: (id: string, runId: string) => {
      const { _id, ...fields } = run;
      const update = { $setOnInsert: { ...fields, submission_id: id, created_at: new Date() } };
      return runs.bulkWrite([{ updateOne: { filter: { _id: runId }, update, upsert: true } }], {
        ordered: false,
      });
    },
    addJob: () =>
      standings.add(
        "update-standings",
        { build_id: buildId, benchmark_id: 15 },
        {
          attempts: 5,
          backoff: { type: "exponential", delay: 500, jitter: 0.5 },
          removeOnComplete: true,
          removeOnFail: true,
          deduplication: { id: `${buildId}-15`, keepLastIfActive: true },
        },
      ),
    settle: (id: string) => scripts.bareSettle(counter, STALE_MS, id),
    finish: (id: string) => submissions.updateOne({ _id: id, deleted: [] }, { $set: { runs_created: true } }),
  };
}

async function submit(calls: ReturnType<typeof createCalls>): Promise<void> {
  const [id, runId] = [randomUUID(), randomUUID()];
  await calls.findSession();
  await calls.findAccount();
  await Promise.all([calls.readCounter(), calls.lastCharge()]);
  const [lastCharge] = await Promise.all([calls.lastCharge(), calls.findAccount()]);
  await calls.findBuild();
  const charge = await calls.reserve(id, lastCharge);
  await calls.insert(id, runId, charge);
  await calls.findAccount();
  await calls.hasBuild();
  await Promise.all([calls.insertRun(id, runId).then(calls.addJob), calls.settle(id)]);
  await calls.finish(id);
}

doTasks(submitAll);
