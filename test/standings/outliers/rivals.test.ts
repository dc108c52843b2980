import test from "ava";
import { startTestService } from "../../helpers/service.ts";
import { judgedScores, usual } from "./judged-scores.ts";

// There are no workers: the tests run the sweeps.
const service = await startTestService(test, { hasWorkers: false });
const { standings, storedBuilds, reviews } = service.services;
const { runs, store, settle, reasonOf } = judgedScores(service);

const MANY = Array.from({ length: 21 }, (_, index) => index);
const CINEBENCH_R20 = 3;
const GAME = 16;

test.serial(
  "a run under settings that few have measured is compared with all runs of its game, until others come near it",
  async (t) => {
    const usually = { benchmark_id: GAME, variant: "doom.exe", parts: { cpu: 1, gpu: 1 } };
    for (const index of MANY)
      await store({ ...usually, score: usual(index, 100), settings: { resolution: "4K", preset: "ultra" } });
    await settle();
    const rarely = { ...usually, settings: { resolution: "123x45", preset: "mine" } };
    const first = await store({ ...rarely, score: 900 });
    const slow = await store({ ...rarely, score: 1 });
    await settle();
    t.regex(
      (await reasonOf(first)) ?? "",
      /better by more than a third than the best of 2[12] other results/,
    );
    t.is(await reasonOf(slow), null, "wider categories only know what is too good");
    const others = [];
    for (const index of [1, 2, 3, 4]) others.push(await store({ ...rarely, score: 880 + index }));
    await settle();
    for (const other of others) {
      t.truthy(await reasonOf(other));
      await reviews.decide(other, { decision: "accepted", reason: null });
    }
    await settle();
    t.is(await reasonOf(first), null, "the wider category looks at it again");
  },
);

test.serial("the results of one account with several parts speak for none of them", async (t) => {
  const ladder = [1300, 1700, 2200].map((score, index) => ({
    score,
    parts: { cpu: 50 + index },
    account: 5000,
  }));
  const early = [];
  for (const given of ladder) early.push(await store(given));
  await settle();
  for (const id of early) t.is(await reasonOf(id), null, "there are not enough others");
  for (const index of MANY) await store({ score: usual(index), parts: { cpu: 1 } });
  await settle();
  t.is(await reasonOf(early[0] ?? ""), null);
  t.regex((await reasonOf(early[1] ?? "")) ?? "", /better by more than a third/);
  t.regex((await reasonOf(early[2] ?? "")) ?? "", /better by more than a third/);
  const late = await store({ score: 1720, parts: { cpu: 60 }, account: 5000 });
  await settle();
  t.regex((await reasonOf(late)) ?? "", /better by more than a third/);
});

test.serial("a look at a whole category leaves outliers alone that stay what they are", async (t) => {
  const far = await store({ score: 9000, parts: {} });
  await settle();
  t.truthy(await reasonOf(far));
  for (const index of MANY) await store({ score: usual(index), parts: { cpu: 1 } });
  await standings.sweep.run();
  t.true((await standings.outlierSweep.run()) > 0);
  t.is((await runs.findOne({ _id: far }))?.ranking_due, undefined);
});

test.serial("a cohort that builds have left is looked at again", async (t) => {
  const of = { benchmark_id: CINEBENCH_R20, parts: { cpu: 2 } };
  for (const index of MANY) await store({ ...of, score: usual(index) });
  const wide = [];
  for (const index of MANY) {
    const score = 1000 * Math.exp((index % 2 === 0 ? 1 : -1) * 0.08) + index / 100;
    wide.push(await store({ ...of, score }));
  }
  const border = await store({ ...of, score: 1000 * Math.exp(0.2) });
  await settle();
  t.is(await reasonOf(border), null);
  const leaving = await runs.find({ _id: { $in: wide } }).toArray();
  for (const [index, { build_id }] of leaving.entries())
    if (index % 2 === 0) await storedBuilds.update(build_id, { parts: { cpu: 3 } });
    else await storedBuilds.markDeleted([build_id], new Date());
  await settle();
  t.regex((await reasonOf(border)) ?? "", /far above/);
});

test.serial("all entries of an account are looked at, however many there are", async (t) => {
  const of = { benchmark_id: GAME, variant: "quake.exe", parts: { cpu: 4, gpu: 1 } };
  const ids = [];
  for (let count = 0; count < 26; count += 1) ids.push(await store({ ...of, account: 6000, score: 1000 }));
  const entryIds = (await runs.find({ _id: { $in: ids } }).toArray()).map(({ build_id }) => String(build_id));
  const last = entryIds.toSorted().at(-1);
  await runs.updateOne({ build_id: Number(last) }, { $set: { score: 5000 } });
  for (const index of MANY) await store({ ...of, score: usual(index) });
  await settle();
  const { _id = "" } = (await runs.findOne({ build_id: Number(last) })) ?? {};
  t.regex((await reasonOf(_id)) ?? "", /far above/);
});
