import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import test, { type ExecutionContext } from "ava";
import { MongoClient, type Db } from "mongodb";
import type { Run } from "../../src/benchmarks/model/run.ts";
import type { Submission } from "../../src/benchmarks/model/submission.ts";
import { billingPeriodOf } from "../../src/accounts/index.ts";
import { openRedis } from "../../src/infra/redis.ts";
import { createClient, type Client } from "../helpers/client.ts";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";
import { until } from "../helpers/until.ts";
import {
  inOrder,
  referenceEntries,
  referenceRanks,
  storedEntries,
  storedRanks,
} from "../standings/reference-standings.ts";
import { lastingFaults } from "./audit.ts";
import { restoreSnapshot, takeSnapshot } from "./mongodb-copies.ts";
import { startOwnStores } from "./own-stores.ts";
import { foundProducts } from "./found-products.ts";
import { brokenCapture, fileForm, scoreForm } from "./results.ts";
import { createSystem, signIn } from "./system.ts";

const TIER_LIMITS = JSON.stringify({ free: 4, unlimited: null });
/** The settings that all web, worker and script processes of this test share. */
const common = { TIER_LIMITS, SERVER_SECRET: "a secret that outlives all stores but one" };

type Settings = Record<string, string>;

const namesOf = (what: string, count: number) => Array.from({ length: count }, (_, n) => `${what} ${n + 1}`);

/** Opens the database and the Redis that `env` names. Both connections close when the test ends. */
async function openStores(t: ExecutionContext, env: Settings) {
  const mongo = await MongoClient.connect(env["MONGODB_URL"] ?? "");
  const redis = openRedis({ url: env["REDIS_URL"] ?? "", timeoutMs: 60_000, silenceTimeoutMs: 60_000 });
  redis.on("error", () => undefined);
  t.teardown(async () => {
    redis.disconnect();
    await mongo.close();
  });
  return { db: mongo.db("pc_benchmarks"), redis };
}

const ADMIN = "scripts/admin.ts";

async function script(t: ExecutionContext, env: Settings, file: string, ...args: string[]) {
  const program = runProgram(t, file, { args, env: { ...process.env, ...common, ...env } });
  const code = await program.ended;
  t.is(code, 0, `${program.output.stdout}\n${program.output.stderr}`);
  return program.output.stdout;
}

const ledgerOf = async (db: Db, account_id: string) =>
  (await db.collection<Submission>("submissions").find({ account_id }).toArray()).reduce(
    (sum, { charged }) => sum + charged,
    0,
  );

/** Returns the id of the account that a client is signed in to. */
async function idOf(client: Client): Promise<string> {
  return (await client.get("/me")).body.account.account_id as string;
}

/**
 * Asserts that the stored entries of rankings and the ranks equal those that are computed from submissions, runs and
 * builds, and that each counter of used runs in Redis equals the ledger.
 */
async function checkDerived(t: ExecutionContext, { db, redis }: Awaited<ReturnType<typeof openStores>>) {
  const period = billingPeriodOf(new Date());
  for (const { _id } of await db.collection<{ _id: string }>("accounts").find().toArray()) {
    const total = await redis.hget(`pcb:usage:{${_id}}:${period}`, "total");
    if (total !== null) t.is(Number(total), await ledgerOf(db, _id), `the counter of ${_id}`);
  }
  const expected = await referenceEntries(db);
  t.deepEqual(inOrder(await storedEntries(db)), inOrder(expected));
  t.true(isDeepStrictEqual(await storedRanks(redis, "pcb"), referenceRanks(expected)), "the ranks");
}

/** Sends a submission to a new web process, which stops for ever at a step of this submission and never responds. */
async function leaveAt(
  system: ReturnType<typeof createSystem>,
  step: "reserved" | "inserted",
  send: (url: string) => Promise<unknown>,
): Promise<void> {
  const web = await system.startWeb({}, { PAUSE_AT: step });
  send(web.url).catch(() => undefined);
  await web.until(new RegExp(`paused ${step}`));
}

test("after the loss of all stores, one command restores the service from a copy of MongoDB", async (t) => {
  t.timeout(1_200_000);
  const live = await startOwnStores(t);
  const env = { ...live.env, ...common };
  const system = createSystem(t, env);
  const cpus = ["--kind", "cpu", "--file", "data/cpus.csv", "--source", "sample"];
  await script(t, env, "scripts/import-products.ts", ...cpus);
  const web = await system.startWeb();
  const worker = await system.startWorker();
  const stores = await openStores(t, env);
  const anonymous = createClient(web.url);
  const isSearchable = async () => (await anonymous.get("/products/cpu?query=r7%205800x")).body?.total > 0;
  await until(isSearchable, "the products are searchable");

  // Make the data to restore: scores of five people, who are ranked; files, of which one fails and is refunded; and an
  // account that has used all its runs.
  const [first] = (await anonymous.get("/products/cpu?query=r7%205800x")).body.results as { cpuid: number }[];
  const people = await Promise.all(namesOf("person", 5).map((name) => signIn(web.url, name)));
  const builds: number[] = [];
  for (const [n, client] of people.entries()) {
    const made = await client.post("/builds", { name: "ranked", parts: { cpu: first?.cpuid } });
    builds.push(made.body.build.build_id as number);
    const form = { build_id: builds[n], benchmarks: { id: 15, runs: [1000 * (n + 1)] } };
    t.is((await client.add(form)).status, 200);
  }
  const [ada, ben] = people as [Client, Client];
  const read = await ada.add(fileForm(builds[0] ?? 0));
  const broken = await ada.add(fileForm(builds[0] ?? 0, brokenCapture));
  const [readId, brokenId] = [read, broken].map(({ body }) => body.runs[0].run_id as string) as [
    string,
    string,
  ];
  t.is((await ada.waitForRun(readId)).body.status, "complete");
  t.is((await ada.waitForRun(brokenId)).body.status, "failed");
  const full = await signIn(web.url, "full", "free");
  const fullBuild = await full.makeBuild();
  t.is((await full.add({ build_id: fullBuild, benchmarks: { id: 15, runs: [1, 2, 3, 4] } })).status, 200);
  const gone = await signIn(web.url, "gone");
  const goneId = await idOf(gone);
  const goneRun = (await gone.add(scoreForm(await gone.makeBuild()))).body.runs[0].run_id as string;
  const isRanked = async () => (await anonymous.get("/benchmarks/15/ranking")).body?.total === 7;
  await until(isRanked, "all are ranked");
  const isScored = { kind: "cpu", id: first?.cpuid, "scores.0": { $exists: true }, dirty: { $ne: true } };
  const areScored = async () => (await stores.db.collection("products").countDocuments(isScored)) === 1;
  await until(areScored, "the processor of the builds has its median, also in the search index");
  t.deepEqual(await lastingFaults(stores.db), []);
  const older = takeSnapshot(t, live.stores.mongodb);

  // Sign in as `late` only after the older copy of MongoDB was taken, so that the copy does not have this account.
  const late = await signIn(web.url, "late");
  const lateId = await idOf(late);
  t.is(
    (await late.add({ build_id: await late.makeBuild(), benchmarks: { id: 15, runs: [5, 6] } })).status,
    200,
  );
  // The copy will contain four kinds of unfinished work: queued files, of which one will fail; a submission whose
  // process died after the commit; a submission whose process died before the commit; and a failed run whose worker
  // died before the refund.
  worker.signal("SIGKILL");
  await worker.ended;
  const waiting: string[] = [];
  for (const file of [undefined, undefined, brokenCapture]) {
    const added = await ben.add(fileForm(builds[1] ?? 0, file));
    t.is(added.status, 200, added.text);
    waiting.push(added.body.runs[0].run_id as string);
  }
  const owed = (await ben.add(fileForm(builds[1] ?? 0, brokenCapture))).body.runs[0].run_id as string;
  const error = { code: "no_frames", detail: "no frames", public_detail: "no frames" };
  await stores.db.collection<Run>("runs").updateOne(
    { _id: owed },
    {
      $set: { status: "failed", error, reader_version: 1, completed_at: new Date(), refund_due: true },
      $unset: { is_waiting: true },
    },
  );
  await leaveAt(system, "inserted", async (url) =>
    createClient(url, ben.cookie).add(scoreForm(builds[1] ?? 0)),
  );
  await leaveAt(system, "reserved", async (url) =>
    createClient(url, ben.cookie).add(scoreForm(builds[1] ?? 0)),
  );
  const benId = await idOf(ben);
  const before = {
    found: await foundProducts(anonymous),
    run: (await anonymous.get(`/benchmarks/runs/${readId}`)).body.metrics as unknown,
    frames: (await anonymous.get(`/benchmarks/runs/${readId}/frames`)).body as unknown,
  };

  // Take the newest copy of MongoDB while a client sends one score after the other.
  const sent: string[] = [];
  const enough = new AbortController();
  const sending = (async () => {
    while (!enough.signal.aborted) {
      const added = await ada.add(scoreForm(builds[0] ?? 0));
      if (added.status === 200) sent.push(added.body.runs[0].run_id as string);
    }
  })().catch(() => undefined);
  await until(async () => sent.length >= 5, "some scores are stored");
  const acknowledged = [...sent];
  const newest = takeSnapshot(t, live.stores.mongodb);
  enough.abort();
  await sending;
  await system.killAll();
  for (const store of Object.values(live.stores)) await store.kill();

  const empty = await startOwnStores(t);
  const restoredEnv = { ...empty.env, ...common };
  const restored = await openStores(t, restoredEnv);
  await restoreSnapshot(newest, restoredEnv.MONGODB_URL);
  const submissions = restored.db.collection<Submission>("submissions");
  t.is(await submissions.countDocuments({ "runs.run_id": { $in: acknowledged } }), acknowledged.length);
  const [stored, benUsed] = [await submissions.countDocuments(), await ledgerOf(restored.db, benId)];

  // Run the restore as a dry run while web and worker are stopped.
  const dry = await script(t, restoredEnv, ADMIN, "restore", "--dry-run");
  t.log(dry);
  // Ignore the keys in which BullMQ stores its version: each process that opens a queue writes such a key.
  const written = (await restored.redis.keys("*")).filter((key) => !key.endsWith(":meta"));
  t.deepEqual(written, [], "a dry run writes nothing");
  t.regex(
    dry,
    /^counters +would remove all run counters; the next request of an account rebuilds its counter$/m,
  );
  t.regex(dry, /^jobs +3 files are still to be read: 3 have lost their jobs$/m);
  t.regex(dry, /^index cpu +158 products, no index, so no documents$/m);
  // The restore command found the pending submission of the process that died, and those of the last second before the
  // copy, which were not yet marked as finished.
  const [, pending = ""] = /^submissions +([1-9]\d*) unfinished submissions$/m.exec(dry) ?? [];
  t.truthy(pending, dry);
  // Kill the restore command halfway, to check that a second call of the command finishes the work.
  const killed = runProgram(t, ADMIN, {
    args: ["restore"],
    env: { ...process.env, ...restoredEnv },
  });
  await until(async () => /^counters/m.test(killed.output.stdout), "the counters are removed");
  killed.child.kill("SIGKILL");
  await killed.ended;
  const finished = `finished ${pending} unfinished submissions\n`;
  t.regex(killed.output.stdout, new RegExp(`^submissions +${finished}refunds +1 units refunded$`, "m"));
  const done = await script(t, restoredEnv, ADMIN, "restore");
  t.log(done);
  t.regex(done, /^refunds +0 units refunded$/m);
  t.regex(done, /^counters +removed all run counters; the next request of an account rebuilds its counter$/m);
  t.regex(done, /^jobs +3 files are still to be read: \d had lost their jobs$/m);
  await checkDerived(t, restored);

  const newSystem = createSystem(t, restoredEnv);
  const newWeb = await newSystem.startWeb();
  const nobody = createClient(newWeb.url);
  t.deepEqual(await foundProducts(nobody), before.found);
  const newWorker = await newSystem.startWorker();
  const statuses: unknown[] = [];
  for (const id of waiting) statuses.push((await nobody.waitForRun(id)).body.status);
  t.deepEqual(statuses, ["complete", "complete", "failed"]);
  t.deepEqual(await lastingFaults(restored.db), []);
  t.is(await submissions.countDocuments(), stored, "nothing is lost or counted twice");
  const benAnew = createClient(newWeb.url, ben.cookie);
  const isRefunded = async () => (await benAnew.get("/me")).body.usage.used === benUsed - 2;
  await until(isRefunded, "both failed runs are refunded");
  t.is((await createClient(newWeb.url, full.cookie).add(scoreForm(fullBuild))).status, 402);
  t.deepEqual((await nobody.get(`/benchmarks/runs/${readId}`)).body.metrics, before.run);
  t.deepEqual((await nobody.get(`/benchmarks/runs/${readId}/frames`)).body, before.frames);
  await checkDerivedInTime(t, restored);
  // The ranking has eight accounts: the seven that were ranked before, and the account `late`, whose results no worker
  // had ranked.
  t.is((await nobody.get("/benchmarks/15/ranking")).body.total, 8);

  // Let only MongoDB fall back to the older copy: Redis and Meilisearch keep their later data, and web and worker run
  // on these stores.
  t.is((await createClient(newWeb.url, gone.cookie).send("DELETE", "/me")).status, 204);
  newWorker.signal("SIGKILL");
  await newSystem.killAll();
  await restoreSnapshot(older, restoredEnv.MONGODB_URL);
  const lastWeb = await newSystem.startWeb();
  await newSystem.startWorker();
  const last = createClient(lastWeb.url);
  t.is((await last.get(`/benchmarks/runs/${goneRun}`)).status, 200, "a copy brings deleted accounts back");
  const deleted = join(temporaryFolder(t), "deleted-accounts");
  writeFileSync(deleted, `${goneId}\nnobody\n`);
  const back = await script(t, restoredEnv, ADMIN, "restore", "--deleted-accounts", deleted);
  t.log(back);
  t.regex(back, /^counters +removed all run counters; the next request of an account rebuilds its counter$/m);
  t.is(await restored.redis.exists(`pcb:usage:{${lateId}}:${billingPeriodOf(new Date())}`), 0);
  t.regex(back, /^deletions +1 of 2 named accounts deleted again$/m);
  t.is((await last.get(`/benchmarks/runs/${goneRun}`)).status, 404);
  t.is((await createClient(lastWeb.url, gone.cookie).get("/me")).status, 401);
  t.deepEqual(await lastingFaults(restored.db), []);
  await checkDerivedInTime(t, restored);
  t.deepEqual(await foundProducts(last), before.found);
  const benAgain = createClient(lastWeb.url, ben.cookie);
  t.is((await benAgain.get("/me")).body.usage.used, 1, "runs from after the copy are not counted");
  t.is((await benAgain.add(scoreForm(builds[1] ?? 0))).status, 200);
});

/** Waits until a worker has updated the ranks, then calls `checkDerived`. */
async function checkDerivedInTime(t: ExecutionContext, stores: Awaited<ReturnType<typeof openStores>>) {
  const { db, redis } = stores;
  await until(async () => {
    const expected = await referenceEntries(db);
    return (
      isDeepStrictEqual(inOrder(await storedEntries(db)), inOrder(expected)) &&
      isDeepStrictEqual(await storedRanks(redis, "pcb"), referenceRanks(expected))
    );
  }, "the standings and ranks are updated");
  await checkDerived(t, stores);
}
