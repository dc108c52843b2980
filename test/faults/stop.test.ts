import test from "ava";
import { testStores } from "../helpers/stores.ts";
import { createClient } from "../helpers/client.ts";
import { childrenOf } from "../helpers/processes.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { lastingFaults, usageOf } from "./audit.ts";
import { fileForm, makeLongCapture, scoreForm } from "./results.ts";
import { createSystem, eventually, isLong, signIn } from "./system.ts";

const ROUNDS = isLong ? 20 : 2;
/**
 * The shutdown timeout of the processes, in ms: so long that they stop in time even on a busy machine. The jobs of a
 * worker may take half of this time.
 */
const SHUTDOWN_TIMEOUT_MS = "40000";
const LONG_FILES = 8;
// The capture is made before any connection is open, because making it takes longer than a connection is kept alive.
const longCapture = makeLongCapture(100_000, { isQuoted: true });

const stores = await testStores(test);
const system = createSystem(test, { ...stores.env, SHUTDOWN_TIMEOUT_MS, UPLOAD_AGE_MS: "60000" });
const runs = stores.db.collection<{ _id: string; status: string; attempts: number }>("runs");

test.serial(
  "after a stop signal under load, web and worker exit with code 0, and every accepted submission completes",
  async (t) => {
    t.timeout(900_000);
    const build = { client: await signIn((await system.startWeb()).url, "stops"), id: 0 };
    build.id = await build.client.makeBuild();
    let accepted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // The shutdown timeout is so long that no connection is cut off: the web process has to end the client's sequence
      // of requests.
      const patient = { SHUTDOWN_TIMEOUT_MS: "600000" };
      const [web, worker] = await Promise.all([system.startWeb(patient), system.startWorker()]);
      const client = createClient(web.url, build.client.cookie);
      const submitters = Array.from({ length: 8 }, async (_unused, index) => {
        for (;;) {
          const form = (index % 2 === 0 ? scoreForm : fileForm)(build.id);
          const answer = await client.add(form).catch(() => null);
          // A client gets no response if its connection is refused, or closed between two requests.
          if (!answer) return;
          t.is(answer.status, 200, answer.text);
          accepted += 1;
        }
      });
      await sleep(500);
      web.signal("SIGTERM");
      worker.signal("SIGTERM");
      t.deepEqual(await Promise.all([web.ended, worker.ended]), [0, 0]);
      await Promise.all(submitters);
    }
    t.true(accepted > 0);
    const finisher = await system.startWorker();
    t.deepEqual(await lastingFaults(stores.db), []);
    const usage = await usageOf(stores, build.client);
    // If a connection closed while a client sent a request, the submission may be stored without a response, so the
    // ledger may have more submissions than were accepted.
    t.true(usage.ledger >= accepted, `${accepted} accepted, ${usage.ledger} in the ledger`);
    t.deepEqual(usage, { ledger: usage.ledger, counter: usage.ledger, rebuilt: usage.ledger });
    t.is(await runs.countDocuments({ status: "complete" }), usage.ledger);
    finisher.signal("SIGKILL");
  },
);

test.serial(
  "after a stop signal, a worker returns the runs that it cannot finish, and their attempts do not count",
  async (t) => {
    t.timeout(900_000);
    const web = await system.startWeb();
    const client = await signIn(web.url, "given back");
    const build_id = await client.makeBuild();
    const files = Array.from({ length: LONG_FILES }, () => longCapture);
    const added = await client.add({ ...fileForm(build_id), files });
    t.is(added.status, 200, added.text);
    const impatient = await system.startWorker(
      { SHUTDOWN_TIMEOUT_MS, PARSE_CONCURRENCY: String(LONG_FILES), LOG_LEVEL: "info" },
      { JOB_LOCK_MS: 120_000 },
    );
    const underWay = () => runs.countDocuments({ build_id, status: "processing" });
    t.true((await eventually(underWay, (count) => count > 1)) > 1);
    // Pause the child processes that read files, so that on any machine some files are not finished when the worker has
    // to stop.
    const readers = childrenOf(impatient.pid);
    for (const pid of readers) process.kill(pid, "SIGSTOP");
    impatient.signal("SIGTERM");
    t.is(await impatient.ended, 0);
    t.is(await underWay(), 0, `the lines of the worker:\n${impatient.lines.join("\n")}`);
    const givenBack = await runs.countDocuments({
      build_id,
      status: "queued",
      attempts: 0,
      fencing_token: { $gt: 0 },
    });
    t.log(`${givenBack} given back`);
    t.true(givenBack > 0, "the worker must return at least one run");
    await system.startWorker();
    t.deepEqual(await lastingFaults(stores.db), []);
    t.is(await runs.countDocuments({ build_id, status: "complete" }), LONG_FILES);
  },
);

test.serial("after a stop signal, a web process responds to the requests that wait for a run", async (t) => {
  t.timeout(900_000);
  const [other, web] = await Promise.all([system.startWeb(), system.startWeb()]);
  const client = await signIn(other.url, "waits");
  const runDocument = { _id: "never read", status: "queued", attempts: 0 };
  const added = await client.add(scoreForm(await client.makeBuild()));
  const made = await runs.findOne({ _id: added.body.runs[0].run_id });
  await runs.insertOne({ ...made, ...runDocument });
  t.teardown(async () => void (await runs.deleteOne({ _id: runDocument._id })));
  const waiting = createClient(web.url).get("/benchmarks/runs/never%20read?wait=30");
  // The pause is long enough for the request to arrive on a busy machine, and shorter than the request's wait of 30
  // seconds.
  await sleep(5000);
  web.signal("SIGTERM");
  const { status, body } = await waiting;
  t.deepEqual([status, body.status], [200, "queued"]);
  t.is(await web.ended, 0);
});

test.serial(
  "a stopping web process still responds for SHUTDOWN_DELAY_MS, and only then SHUTDOWN_TIMEOUT_MS begins",
  async (t) => {
    const web = await system.startWeb({ SHUTDOWN_DELAY_MS: "12000", SHUTDOWN_TIMEOUT_MS: "10000" });
    const client = createClient(web.url);
    const began = performance.now();
    web.signal("SIGTERM");
    const health = await eventually(
      () => client.get("/health/ready"),
      ({ status }) => status === 503,
    );
    t.is(health.body.status, "draining");
    t.is((await client.get("/benchmarks/types")).status, 200);
    t.is(await web.ended, 0);
    t.true(performance.now() - began >= 12_000);
  },
);
