import type { Db } from "mongodb";
import type { Run } from "../../src/benchmarks/model/run.ts";
import type { Submission } from "../../src/benchmarks/model/submission.ts";
import type { Client } from "../helpers/client.ts";
import type { TestStores } from "../helpers/stores.ts";
import { eventually } from "./system.ts";

/**
 * Compares all stored documents with the ledger of submissions. Returns a sentence for each document that is missing,
 * doubled or orphaned.
 */
async function faultsOf(db: Db): Promise<string[]> {
  const submissions = await db.collection<Submission>("submissions").find().toArray();
  const runs = await db.collection<Run>("runs").find().toArray();
  const made = new Map(runs.map((run) => [run._id, run]));
  const owed = new Set(
    submissions.flatMap(({ runs, deleted }) =>
      runs.flatMap(({ run_id }) => (deleted.includes(run_id) ? [] : [run_id])),
    ),
  );
  return [
    ...submissions.flatMap(({ _id, runs_created }) => (runs_created ? [] : [`submission ${_id} is pending`])),
    ...submissions.flatMap(chargeFaults(made)),
    ...[...owed].flatMap((id) => (made.has(id) ? [] : [`run ${id} is missing`])),
    ...runs.flatMap(({ _id, status, refund_due }) => [
      ...(owed.has(_id) ? [] : [`run ${_id} is orphaned`]),
      ...(status === "complete" || status === "failed" ? [] : [`run ${_id} is ${status}`]),
      ...(refund_due ? [`run ${_id} waits for its refund`] : []),
    ]),
    ...(await fileFaults(db, runs)),
    ...(await seriesFaults(db, runs)),
  ];
}

/**
 * Returns a function that returns a fault if a submission does not count with each of its runs, except failed runs,
 * towards the run limit of its account.
 */
function chargeFaults(made: ReadonlyMap<string, Run>) {
  return ({ _id, runs, refunded, charged }: Submission): string[] => {
    const failed = runs.filter(({ run_id }) => made.get(run_id)?.status === "failed");
    const isRefunded = failed.every(({ run_id }) => refunded.includes(run_id));
    const isCharged = charged === runs.length - new Set(refunded).size && refunded.length <= runs.length;
    return isRefunded && isCharged ? [] : [`submission ${_id} charges ${charged} for ${runs.length} runs`];
  };
}

async function fileFaults(db: Db, runs: readonly Run[]): Promise<string[]> {
  const wanted = runs.flatMap(({ file }) => (file && !file.is_removed ? file.file_id : []));
  const isSmall = (id: string) => id.includes(".");
  const large = wanted.filter((id) => !isSmall(id));
  const uploads = await db.collection<{ _id: string; state: string }>("uploads").find().toArray();
  const submissions = await db.collection<Submission>("submissions").find().toArray();
  const small = submissions.flatMap(({ _id, contents = {} }) =>
    Object.keys(contents).map((number) => `${_id}.${number}`),
  );
  const compare = (what: string, ids: readonly string[], expected: readonly string[]) => [
    ...ids.filter((id) => !expected.includes(id)).map((id) => `${what} ${id} is orphaned`),
    ...expected.filter((id) => !ids.includes(id)).map((id) => `${what} ${id} is missing`),
  ];
  return [
    ...compare("file", (await db.collection("files.files").distinct("_id")).map(String), large),
    ...compare(
      "set of chunks",
      (await db.collection("files.chunks").distinct("files_id")).map(String),
      large,
    ),
    ...compare("small file", small, wanted.filter(isSmall)),
    ...uploads.map(({ _id, state }) => `upload ${_id} is ${state}`),
  ];
}

async function seriesFaults(db: Db, runs: readonly Run[]): Promise<string[]> {
  const namedBy = (field: "channel_series" | "frame_series") =>
    new Set(runs.flatMap((run) => (run[field] ? [`${run._id}-${run[field].fencing_token}`] : [])));
  const [named, namedChannels] = [namedBy("frame_series"), namedBy("channel_series")];
  const keysIn = async (collection: string) => {
    const stored = await db
      .collection<{ run_id: string; fencing_token: number }>(collection)
      .find({}, { projection: { run_id: 1, fencing_token: 1 } })
      .toArray();
    return new Set(stored.map(({ run_id, fencing_token }) => `${run_id}-${fencing_token}`));
  };
  const series = await keysIn("frame_series");
  const overviews = await keysIn("frame_overviews");
  const channels = await keysIn("channel_series");
  return [
    ...[...series].flatMap((key) => (named.has(key) ? [] : [`frame series ${key} is orphaned`])),
    ...[...named].flatMap((key) => (series.has(key) ? [] : [`frame series ${key} is missing`])),
    ...[...channels].flatMap((key) => (namedChannels.has(key) ? [] : [`channels ${key} are orphaned`])),
    ...[...namedChannels].flatMap((key) => (channels.has(key) ? [] : [`channels ${key} are missing`])),
    // A missing overview of frames is no fault, because the next request for the frames makes the overview.
    ...[...overviews].flatMap((key) => (named.has(key) ? [] : [`overview of frames ${key} is orphaned`])),
  ];
}

/** Returns the faults of the stored documents that remain after workers and sweeps had time to repair everything. */
export function lastingFaults(db: Db, limitMs?: number): Promise<string[]> {
  return eventually(
    () => faultsOf(db),
    (faults) => faults.length === 0,
    limitMs,
  );
}

/**
 * The time after a crash in which the run counter of an account in Redis must become equal to the ledger in MongoDB, in
 * ms. The runs that a dead process had reserved are released by then.
 */
const COUNTER_MS = 60_000;

/**
 * Returns how many runs an account has used, determined in three ways: from the ledger in MongoDB, from the counter in
 * Redis after it had time to be corrected, and from the counter after it was removed and rebuilt.
 */
export async function usageOf({ db, redis, keyPrefix }: TestStores, client: Client) {
  const { account_id } = (await client.get("/me")).body.account as { account_id: string };
  const submissions = await db.collection<Submission>("submissions").find({ account_id }).toArray();
  const ledger = submissions.reduce((sum, { charged }) => sum + charged, 0);
  const counter = await eventually(
    async () => (await client.get("/me")).body.usage.used as number,
    (used) => used === ledger,
    COUNTER_MS,
  );
  const keys = await redis.keys(`${keyPrefix}:usage:{${account_id}}*`);
  if (keys.length > 0) await redis.unlink(keys);
  const { body: after } = await client.get("/me");
  return { ledger, counter, rebuilt: after.usage.used as number };
}
