import { randomUUID } from "node:crypto";
import process from "node:process";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { MongoClient, type Document } from "mongodb";
import { countShownScript } from "../../../src/accounts/index.ts";
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
const SHOWN_LIFETIME_MS = 3_600_000;
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
redis.defineCommand("bareCount", { numberOfKeys: 2, lua: countShownScript });
const { bareCount } = redis as unknown as Record<
  "bareCount",
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
    count: () => bareCount.call(redis, counter, `${counter}:shown`, 1, SHOWN_LIFETIME_MS),
    insert: (id: string, runId: string) =>
      submissions.insertOne({
        ...submission,
        _id: id,
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
    finish: (id: string) => submissions.updateOne({ _id: id, deleted: [] }, { $set: { runs_created: true } }),
  };
}

async function submit(calls: ReturnType<typeof createCalls>): Promise<void> {
  const [id, runId] = [randomUUID(), randomUUID()];
  await calls.findSession();
  await calls.findAccount();
  await calls.findAccount();
  await calls.findBuild();
  await calls.count();
  await calls.insert(id, runId);
  await calls.findAccount();
  await calls.hasBuild();
  await calls.insertRun(id, runId);
  await calls.addJob();
  await calls.finish(id);
}

doTasks(submitAll);
