import { randomUUID } from "node:crypto";
import process from "node:process";
import { Redis } from "ioredis";
import { MongoClient, type Document } from "mongodb";
import { doTasks, manyAtOnce } from "../child-process.ts";
import { durationMs } from "../measures.ts";
import type { CallCounts } from "./count-calls.ts";

// This program is the yardstick of score submissions. With the drivers alone, it makes as many store calls of each kind
// as the service makes for one submission, with the same write concern and with documents of the same size.

/** The submissions to imitate: their number, and how many run at the same time. */
export interface ScoresTask {
  accountId: string;
  calls: CallCounts;
  count: number;
  atOnce: number;
}

type Stored = Document & { _id: string };

const { MONGODB_URL = "", MONGODB_DATABASE = "", REDIS_URL = "", REDIS_KEY_PREFIX = "" } = process.env;
const mongo = new MongoClient(MONGODB_URL, {
  writeConcern: { w: "majority" },
  retryReads: false,
  retryWrites: false,
});
const db = mongo.db(MONGODB_DATABASE);
const accounts = db.collection<Stored>("accounts");
const submissions = db.collection<Stored>("submissions");
const runs = db.collection<Stored>("runs");
const redis = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
redis.defineCommand("bareCount", {
  numberOfKeys: 1,
  lua: `redis.call("hincrby", KEYS[1], "used", 1)
    return redis.call("hmget", KEYS[1], "used", "reserved")`,
});
const { bareCount } = redis as unknown as { bareCount: (key: string) => Promise<unknown> };

async function submitAll({ accountId, calls, count, atOnce }: ScoresTask): Promise<{ ms: number }> {
  const { _id: _1, ...submission } = (await submissions.findOne({ account_id: accountId })) ?? {};
  const { _id: _2, ...run } = (await runs.findOne({ account_id: accountId })) ?? {};
  const counter = `${REDIS_KEY_PREFIX}:bare:${accountId}`;
  /**
   * Functions that make one store call, by `<store> <command>`. `id` names the submission; `turn` is the index of the
   * call among the calls of the submission.
   */
  const acts: Readonly<Record<string, (id: string, turn: number) => Promise<unknown>>> = {
    "mongodb find": () => accounts.findOne({ _id: accountId }),
    "redis evalsha": () => bareCount.call(redis, counter),
    // The first insert stores the submission, each further insert stores a run of the submission.
    "mongodb insert": (id, turn) =>
      turn === 0 ? submissions.insertOne({ ...submission, _id: id }) : runs.insertOne({ ...run, _id: id }),
    "mongodb update": (id) => submissions.updateOne({ _id: id }, { $set: { runs_created: true } }),
  };
  const unknown = Object.keys(calls).filter((call) => !(call in acts));
  if (unknown.length > 0)
    throw new Error(
      `expected calls of stores out of ${Object.keys(acts).join(", ")}, found ${unknown.join(", ")}`,
    );
  const ids = Array.from({ length: count }, () => randomUUID());
  const submit = async (id: string) => {
    for (const [call, act] of Object.entries(acts))
      for (let turn = 0; turn < (calls[call] ?? 0); turn += 1) await act(id, turn);
  };
  return { ms: await durationMs(() => manyAtOnce(ids.values(), atOnce, submit)) };
}

doTasks(submitAll);
