import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import type { Client } from "../helpers/client.ts";
import { findInStores } from "../helpers/search-stores.ts";
import { testStores } from "../helpers/stores.ts";
import { lastingFaults } from "./audit.ts";
import { fileForm, scoreForm } from "./results.ts";
import { createSystem, eventually, signIn, type ServiceProcess } from "./system.ts";

/** The number of copies of a run: so many that a worker removes them in several batches. */
const COPIES = 600;

const stores = await testStores(test);
const { db } = stores;
const system = createSystem(test, { ...stores.env, UPLOAD_AGE_MS: "60000" });
const runs = db.collection<Run>("runs");

/** Makes a build with a score, a file and many copies of the score, as if each score had been a separate submission. */
async function makeLargeBuild(client: Client, copies = COPIES): Promise<number> {
  const build_id = await client.makeBuild();
  const added = await client.add(scoreForm(build_id));
  const run = await runs.findOne({ _id: added.body.runs[0].run_id as string });
  if (!run) throw new Error("expected a run, found none");
  await runs.insertMany(Array.from({ length: copies }, () => ({ ...run, _id: randomUUID() })));
  const file = await client.add(fileForm(build_id));
  if (file.status !== 200) throw new Error(file.text);
  return build_id;
}

/**
 * Kills a process as soon as `count` has decreased, so that the process has removed some of the runs. Returns the
 * number of runs left: 0 if the process was faster than the kill.
 */
async function killInTheMiddle(process: ServiceProcess, count: () => Promise<number>): Promise<number> {
  const before = await count();
  await eventually(count, (left) => left < before || left === 0);
  process.signal("SIGKILL");
  await process.ended;
  // Remove the leases of the dead process, which would otherwise expire only later.
  await db.collection("leases").deleteMany({});
  return count();
}

/**
 * Creates an account with many runs, and kills a web process while it removes the deleted account. If the process has
 * removed all runs before this test could kill it, tries again with an account that has twice as many runs.
 */
async function killDuringDeletion(t: ExecutionContext) {
  for (let copies = COPIES; ; copies *= 2) {
    const name = `person-${randomUUID()}`;
    const web = await system.startWeb();
    const client = await signIn(web.url, name);
    const account_id = (await client.get("/me")).body.account.account_id as string;
    for (let builds = 0; builds < 2; builds += 1) await makeLargeBuild(client, copies);
    const runsLeft = () => runs.countDocuments({ account_id });
    const deletion = client.send("DELETE", "/me").catch(() => null);
    const left = await killInTheMiddle(web, runsLeft);
    t.log(`${left} runs were left by the web process`);
    if (left === 0) continue;
    t.is(await deletion, null, "the process died before it answered");
    return { name, account_id, runsLeft };
  }
}

test.serial(
  "the next worker removes the rest of a deleted build, and nothing else, if a worker is killed during the removal",
  async (t) => {
    t.timeout(900_000);
    const web = await system.startWeb();
    const client = await signIn(web.url, "large build");
    const kept = await client.makeBuild();
    t.is((await client.add(scoreForm(kept))).status, 200);
    const build_id = await makeLargeBuild(client);
    t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
    const runsLeft = () => runs.countDocuments({ build_id });
    t.log(`${await killInTheMiddle(await system.startWorker(), runsLeft)} runs were left`);
    t.is((await client.get(`/builds/${build_id}/runs`)).status, 404);
    const last = await system.startWorker();
    t.is(await eventually(runsLeft, (count) => count === 0), 0);
    t.deepEqual(await lastingFaults(db), []);
    // Count only the deleted builds that a sweep has to check now. A checked build is due again ten minutes after its
    // deletion.
    const buildsLeft = () => db.collection("builds").countDocuments({ runs_due_at: { $lte: new Date() } });
    t.is(await eventually(buildsLeft, (count) => count === 0), 0);
    t.is((await client.get(`/builds/${kept}/runs`)).body.total, 1);
    t.is((await client.get("/me")).body.usage.used, 3, "deleted runs stay charged");
    for (const one of [web, last]) one.signal("SIGKILL");
  },
);

test.serial(
  "the next worker removes everything that names a deleted account if web and worker are killed during the removal",
  async (t) => {
    t.timeout(900_000);
    const { name, account_id, runsLeft } = await killDuringDeletion(t);
    t.log(`${await killInTheMiddle(await system.startWorker(), runsLeft)} runs were left by the worker`);
    await system.startWorker();
    const found = await eventually(
      () => findInStores(stores, [account_id, name]),
      (places) => places.length === 0,
    );
    t.deepEqual(found, []);
    t.deepEqual(await lastingFaults(db), []);
    const again = await signIn((await system.startWeb()).url, name);
    t.is((await again.get("/me")).body.usage.used, 4, "the runs that the person has used still count");
  },
);
