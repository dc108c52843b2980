import test from "ava";
import { documentsOf } from "../../../scripts/admin/population/documents.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { startTestService } from "../../helpers/service.ts";

// There are no workers: the tests run the sweeps.
const service = await startTestService(test, { hasWorkers: false });
const { standings, ranks, records, accountRecords, storedBuilds, reviews } = service.services;
const runs = service.stores.db.collection<Run>("runs");

let nextAccount = 1;
/** Stores a run of a new account on a build with a CPU. Returns its id. */
async function store(cpu: number, score: number): Promise<string> {
  const number = nextAccount;
  nextAccount += 1;
  const population = {
    accounts: [{ number, name: `account ${number}` }],
    builds: [{ number, account: number, parts: { cpu, gpu: 1 } }],
    runs: [
      {
        number,
        build: number,
        benchmark_id: 15,
        variant: null,
        score,
        cheat: null,
        created_at: new Date(2026, 0, 1, 0, number),
      },
    ],
  };
  const documents = documentsOf(population, { seed: 9, tier: "free" });
  await accountRecords.insertMissing(documents.accounts);
  await storedBuilds.insertMissing(documents.builds);
  await records.runs.insertMissing(documents.runs);
  return documents.runs[0]?._id ?? "";
}

/** Lets the standings follow, and looks for outliers, until there is nothing left to do. */
async function settle(): Promise<void> {
  await ranks.refill();
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const done = [await standings.sweep.run(), await standings.outlierSweep.run()];
    if (done.every((count) => count === 0)) return;
  }
  throw new Error("the outliers do not settle");
}

const reasonOf = async (runId: string): Promise<string | null> =>
  (await service.anonymous.get(`/benchmarks/runs/${runId}`)).body.suspect?.reason ?? null;
const entriesOn = (cpu: number) =>
  service.stores.db.collection("standings").countDocuments({ cohorts: `cpu=${cpu}` });
/** Scores around 1000 whose logarithms have a robust deviation of about 2 %. */
const usual = (index: number) => Math.round(1000 * Math.exp(((index % 21) - 10) * 0.0026) * 100) / 100;

test.serial(
  "from twenty entries on, scores far from their cohort are marked: those that come, and those that were there before",
  async (t) => {
    const early = await store(1, 5000);
    const low = await store(1, 200);
    for (let index = 0; index < 18; index += 1) await store(1, usual(index));
    await settle();
    t.regex(
      (await reasonOf(early)) ?? "",
      /^The score of 5000 points lies far above those of other builds with the same CPU: the median of 20 of them/,
    );
    t.regex((await reasonOf(low)) ?? "", /^The score of 200 points lies far below/);
    t.is(await entriesOn(1), 18, "outliers are not ranked");
    for (let index = 18; index < 24; index += 1) await store(1, usual(index));
    await settle();
    const late = await store(1, 4000);
    await standings.sweep.run();
    t.regex((await reasonOf(late)) ?? "", /far above/, "it was never ranked");
    const honest = await store(1, 1001);
    await settle();
    t.is(await reasonOf(honest), null);
    t.is(await entriesOn(1), 25);
    const before = await runs.find({}).sort({ _id: 1 }).toArray();
    t.is(await standings.outlierSweep.run(), 0);
    t.deepEqual(await runs.find({}).sort({ _id: 1 }).toArray(), before, "looking again changes nothing");
  },
);

test.serial("a reviewer's word stands above a mark, and the run is ranked or not by it", async (t) => {
  const marked = (await runs.findOne({ score: 5000 }))?._id ?? "";
  await reviews.decide(marked, { decision: "accepted", reason: null });
  await settle();
  t.is(await reasonOf(marked), null);
  t.is(await entriesOn(1), 26);
  await reviews.decide(marked, { decision: "rejected", reason: "not of this machine" });
  await settle();
  t.is(await entriesOn(1), 25);
});

test.serial("a later, wider cohort clears a mark, and then the run is ranked", async (t) => {
  for (let index = 0; index < 21; index += 1) await store(2, usual(index));
  await settle();
  const far = await store(2, 1000 * Math.exp(0.13));
  await settle();
  t.regex((await reasonOf(far)) ?? "", /far above/);
  for (let index = 0; index < 30; index += 1)
    await store(2, Math.round(1000 * Math.exp((index % 2 === 0 ? 1 : -1) * 0.08) * 100) / 100 + index / 100);
  await settle();
  t.is(await reasonOf(far), null);
  t.is((await runs.findOne({ _id: far }))?.outlier_clearings, 1);
  t.is(await entriesOn(2), 52);
});

test.serial(
  "a score that beats everything by more than a third is marked without a cohort of its parts, until others come near",
  async (t) => {
    const first = await store(3, 9000);
    await settle();
    t.regex((await reasonOf(first)) ?? "", /better by more than a third than the best of \d+ other results/);
    const build = (await runs.findOne({ _id: first }))?.build_id ?? 0;
    t.is(await entriesOn(3), 0);
    for (let index = 0; index < 21; index += 1) await store(3, 9 * usual(index));
    await settle();
    t.truthy(await reasonOf(first), "as long as all of them are marked, nothing speaks for one of them");
    for (const { _id } of await runs.find({ score: { $gt: 8000 } }).toArray())
      if (_id !== first) await reviews.decide(_id, { decision: "accepted", reason: null });
    await settle();
    t.is(await reasonOf(first), null, "the cohort of its own CPU knows better");
    t.is(await entriesOn(3), 22);
    t.true(build > 0);
  },
);

test.serial("a build that says its right parts is compared with others that have them", async (t) => {
  const wrong = await store(1, 9010);
  await settle();
  t.truthy(await reasonOf(wrong));
  const build = (await runs.findOne({ _id: wrong }))?.build_id ?? 0;
  await storedBuilds.update(build, { parts: { cpu: 3, gpu: 1 } });
  await settle();
  t.is(await reasonOf(wrong), null);
  t.is(await entriesOn(3), 23);
});
