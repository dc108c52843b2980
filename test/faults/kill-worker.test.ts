import test, { type ExecutionContext } from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { constants } from "../../src/constants.ts";
import type { Client, SentFile } from "../helpers/client.ts";
import { testStores } from "../helpers/stores.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import { fileForm, makeLongCapture } from "./results.ts";
import { createSystem, eventually, isLong, signIn, type ServiceProcess, type WebProcess } from "./system.ts";

const ROUNDS = isLong ? 100 : 4;
const FILES = 2;
/**
 * The limit of the 99th percentile of the times from the death of a worker to the results of its files, in ms. The
 * limit applies only to the long form of this test, with the default settings and on an otherwise idle machine.
 */
const RECOVERY_P99_MS = 10_000;
const settings: Record<string, string> = {
  PARSE_CONCURRENCY: "1",
  ...(isLong && { SWEEP_AGE_MS: "" }),
};
const { JOB_LOCK_MS, JOB_STALLED_CHECK_MS } = constants;
const asInProduction = isLong ? { JOB_LOCK_MS, JOB_STALLED_CHECK_MS } : {};
/**
 * Constants with time limits so long that even a worker on a busy machine keeps its claims on files. So only the death
 * of a worker uses up an attempt to read a file.
 */
const patience = { ...asInProduction, JOB_LOCK_MS: 10_000, PARSE_MAX_ATTEMPTS: 3 };
const PATIENT_SWEEP_AGE_MS = "20000";

const stores = await testStores(test);
const system = createSystem(test, { ...stores.env, UPLOAD_AGE_MS: "60000" });
const runs = stores.db.collection<Run>("runs");
const longCapture = makeLongCapture(80_000);
const longerCapture = makeLongCapture(500_000, { isQuoted: true });
let web: WebProcess;

test.before(async () => {
  web = await system.startWeb();
});

const findRun = (id: string) => runs.findOne({ _id: id });
const isFinal = (status: string | undefined) => status === "complete" || status === "failed";

/**
 * Sends submissions of long files until all files of one submission are being read at the same time: on a machine that
 * stalls, a worker may finish some files before it begins the others. Returns the ids of the runs of that submission,
 * and the number of runs that were sent in all.
 */
async function sendUntilAllAreRead(
  t: ExecutionContext,
  client: Client,
  { build_id, capture }: { build_id: number; capture: SentFile },
) {
  const files = Array.from({ length: FILES }, () => capture);
  for (let sent = FILES; ; sent += FILES) {
    const added = await client.add({ ...fileForm(build_id), files });
    t.is(added.status, 200, added.text);
    const ids = (added.body.runs as { run_id: string }[]).map(({ run_id }) => run_id);
    const statuses = async () => {
      const found = await runs.find({ _id: { $in: ids } }).toArray();
      return found.map(({ status }) => status);
    };
    const areAllRead = (all: readonly string[]) => all.every((status) => status === "processing");
    const seen = await eventually(statuses, (all) => areAllRead(all) || all.some(isFinal));
    if (areAllRead(seen)) return { ids, sent };
    await eventually(statuses, (all) => all.every(isFinal));
  }
}

test.serial(
  "each run soon has exactly one result after a worker is killed while it reads files",
  async (t) => {
    t.timeout(isLong ? 3_000_000 : 900_000);
    const client = await signIn(web.url, "killed workers");
    const build_id = await client.makeBuild();
    let workers: [ServiceProcess, ServiceProcess] = await Promise.all([
      system.startWorker(settings, asInProduction),
      system.startWorker(settings, asInProduction),
    ]);
    t.teardown(() => {
      for (const worker of workers) worker.signal("SIGKILL");
    });
    const recoveriesMs: number[] = [];
    let used = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ids, sent } = await sendUntilAllAreRead(t, client, { build_id, capture: longCapture });
      used += sent;
      const [doomed, other] = workers;
      doomed.signal("SIGKILL");
      const killedAt = performance.now();
      const replacement = system.startWorker(settings, asInProduction);
      const finals = () => runs.countDocuments({ _id: { $in: ids }, status: "complete" });
      t.is(await eventually(finals, (count) => count === FILES), FILES);
      recoveriesMs.push(performance.now() - killedAt);
      workers = [other, await replacement];
    }
    recoveriesMs.sort((a, b) => a - b);
    const p99 = recoveriesMs[Math.ceil(recoveriesMs.length * 0.99) - 1] ?? 0;
    t.log(
      `recovered after ${Math.round(recoveriesMs[ROUNDS >> 1] ?? 0)} ms (p50), ${Math.round(p99)} ms (p99)`,
    );
    if (isLong) t.true(p99 <= RECOVERY_P99_MS, `p99 is ${p99} ms`);
    t.is(await runs.countDocuments({ build_id, status: "complete" }), used);
    t.deepEqual(await usageOf(stores, client), { ledger: used, counter: used, rebuilt: used });
  },
);

test.serial(
  "a file that kills every worker that reads it fails in the end, and files that are read with it or sent after it are complete",
  async (t) => {
    t.timeout(900_000);
    const client = await signIn(web.url, "poison");
    const build_id = await client.makeBuild();
    const sideBySide = {
      ...settings,
      SWEEP_AGE_MS: PATIENT_SWEEP_AGE_MS,
      PARSE_CONCURRENCY: String(FILES),
    };
    let worker = await system.startWorker(sideBySide, patience);
    // Kill the last worker when the test ends, so that it does not read the files of the next test.
    t.teardown(() => worker.signal("SIGKILL"));
    const { ids, sent } = await sendUntilAllAreRead(t, client, { build_id, capture: longerCapture });
    const [poison = "", neighbour = ""] = ids;
    const behind: string[] = [];
    const sendShort = async () => (await client.add(fileForm(build_id))).body.runs[0].run_id as string;
    let deaths = 0;
    let claimsBefore: readonly string[] = [];
    const claims = async () => {
      const found = await runs.find({ build_id, status: "processing" }).toArray();
      return found.map(({ _id, fencing_token }) => `${fencing_token} of ${_id}`);
    };
    const endsOrIsReadAfter = (token: number) =>
      eventually(
        () => findRun(poison),
        (run) => isFinal(run?.status) || (run?.status === "processing" && (run.fencing_token ?? 0) > token),
      );
    let run = await endsOrIsReadAfter(0);
    const maxAttempts = patience.PARSE_MAX_ATTEMPTS;
    // A worker that claims the run after its last attempt only marks the run as failed, so the test does not kill this
    // worker.
    while (run?.status === "processing" && run.attempts <= maxAttempts) {
      worker.signal("SIGKILL");
      await worker.ended;
      deaths += 1;
      const claimsNow = await claims();
      const beside = claimsNow.filter((claim) => !claimsBefore.includes(claim) && !claim.endsWith(poison));
      claimsBefore = claimsNow;
      if (deaths === 1) behind.push(...(await Promise.all([1, 2, 3].map(sendShort))));
      else t.deepEqual(beside, [], "a file with which a worker has died is read alone");
      worker = await system.startWorker(sideBySide, patience);
      run = await endsOrIsReadAfter(run.fencing_token ?? 0);
    }
    run = await eventually(
      () => findRun(poison),
      (found) => isFinal(found?.status),
    );
    t.log(`${deaths} deaths in ${run?.attempts} attempts`);
    t.is(run?.status, "failed");
    t.is(run?.error?.code, "reader_crashed");
    t.is(run?.attempts, maxAttempts + 1, "the claim after the last attempt fails the run");
    for (const id of [neighbour, ...behind]) t.is((await client.waitForRun(id)).body.status, "complete");
    t.deepEqual(await lastingFaults(stores.db), []);
    t.true(
      ((await findRun(neighbour))?.attempts ?? 0) <= 2,
      "the other file was being read only at the first death of a worker",
    );
    // The failed run of the file that kills its workers is refunded, so this run does not count as used.
    const used = sent - 1 + behind.length;
    t.deepEqual(await usageOf(stores, client), { ledger: used, counter: used, rebuilt: used });
  },
);

test.serial("a worker renews its claim as long as it reads a file, and the run has one result", async (t) => {
  t.timeout(900_000);
  const client = await signIn(web.url, "slow file");
  const build_id = await client.makeBuild();
  await Promise.all(
    [1, 2].map(() =>
      system.startWorker({ ...settings, SWEEP_AGE_MS: "4000", SWEEP_INTERVAL_MS: "50" }, patience),
    ),
  );
  const added = await client.add(fileForm(build_id, longerCapture));
  t.is(added.status, 200, added.text);
  const { run_id } = added.body.runs[0];
  const touches = new Set<string>();
  const ended = await eventually(
    async () => {
      const run = await findRun(run_id);
      if (run?.status === "processing") touches.add(`${run.fencing_token} ${run.touched_at.toISOString()}`);
      return run;
    },
    (run) => isFinal(run?.status),
  );
  t.is(ended?.status, "complete");
  // On a machine that stalls for longer than SWEEP_AGE_MS, another worker may claim the run, which is no fault.
  t.log(`${touches.size} touches in ${ended?.fencing_token} claims`);
  t.true(
    touches.size >= (ended?.fencing_token ?? 0) + 2,
    "more touches than one for each claim and one heartbeat",
  );
  t.deepEqual(await lastingFaults(stores.db), []);
  t.deepEqual(await usageOf(stores, client), { ledger: 1, counter: 1, rebuilt: 1 });
});
