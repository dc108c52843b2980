import test from "ava";
import { startTestService } from "../../helpers/service.ts";
import { checkedScores, usual } from "./checked-scores.ts";

// The service has no workers, so that only the tests run the sweeps.
const service = await startTestService(test, { hasWorkers: false });
const { reviews } = service.services;
const { runs, store, update, check, reasonOf } = checkedScores(service);

const MANY = Array.from({ length: 21 }, (_, index) => index);
const CINEBENCH_R20 = 3;
const GAME = 16;
const GRAPHICS_TEST = 7;
const BETTER = /better by more than a third than the best result of all other accounts/;

test.serial(
  "a far better result is marked as an outlier, whatever other results the same account has",
  async (t) => {
    const ladder = [1300, 1700, 2200].map((score, index) => ({
      score,
      parts: { cpu: 50 + index },
      account: 5000,
    }));
    const early: string[] = [];
    for (const given of ladder) early.push(await store(given));
    await check();
    for (const id of early) t.is(await reasonOf(id), null, "there are too few other results");
    for (const index of MANY) await store({ score: usual(index), parts: { cpu: 1 } });
    await check();
    t.is(await reasonOf(early[0] ?? ""), null);
    t.regex((await reasonOf(early[1] ?? "")) ?? "", BETTER);
    t.regex((await reasonOf(early[2] ?? "")) ?? "", BETTER);
    const late = await store({ score: 1720, parts: { cpu: 60 }, account: 5000 });
    await update();
    t.regex((await reasonOf(late)) ?? "", BETTER, "a new result is marked at once");
    t.is(await check(), 0, "the new result stays marked");
  },
);

test.serial(
  "a result far ahead of all others is marked at once, even if no build has the same parts, and is never ranked",
  async (t) => {
    const first = await store({ score: 9000, parts: { cpu: 3 } });
    const unknown = await store({ score: 8000, parts: {} });
    await update();
    t.regex((await reasonOf(first)) ?? "", BETTER);
    t.regex((await reasonOf(unknown)) ?? "", BETTER);
    t.is(await service.stores.db.collection("standings").countDocuments({ cohorts: "cpu=cpu-3" }), 0);
    t.is((await runs.findOne({ _id: first }))?.ranking, undefined);
  },
);

test.serial(
  "an outlier stays marked while it is a third better than all other accounts' results, including marked ones",
  async (t) => {
    t.is(
      await check(),
      5,
      "the check clears two results that are close to each other, and three lower results",
    );
    const others = [];
    for (const index of MANY) others.push(await store({ score: usual(index, 9000), parts: { cpu: 3 } }));
    t.is(await check(), 0);
    for (const other of others) t.is(await reasonOf(other), null);
    t.is(await service.stores.db.collection("standings").countDocuments({ cohorts: "cpu=cpu-3" }), 22);
    const [alone, same] = [
      await store({ score: 20_000, parts: { cpu: 4 }, account: 6000, build: 6000 }),
      await store({ score: 19_999, parts: { cpu: 4 }, account: 6000, build: 6000 }),
    ];
    const near = await store({ score: 14_000, parts: { cpu: 5 } });
    await update();
    t.is(await check(), 0, "each account is far ahead of the next");
    for (const id of [alone, same, near]) t.regex((await reasonOf(id)) ?? "", BETTER);
  },
);

test.serial(
  "accepting a high result clears the outlier marks of other accounts' lower results",
  async (t) => {
    const of = async (score: number) => (await runs.findOne({ score }))?._id ?? "";
    await reviews.decide(await of(20_000), { decision: "accepted", reason: null });
    t.is(await check(), 1);
    t.is(await reasonOf(await of(14_000)), null);
    t.regex(
      (await reasonOf(await of(19_999))) ?? "",
      BETTER,
      "a result does not confirm one of the same account",
    );
    t.is(await check(), 0);
  },
);

test.serial(
  "the hourly outlier check clears the mark of a result that was marked when it was new, once other results have come near",
  async (t) => {
    const of = { benchmark_id: GRAPHICS_TEST, variant: "Time Spy", parts: {} };
    for (const index of MANY) await store({ ...of, score: usual(index) });
    await update();
    const first = await store({ ...of, score: 1400 });
    await update();
    t.regex((await reasonOf(first)) ?? "", BETTER);
    t.is(await check(), 0);
    await store({ ...of, score: 1200 });
    t.is(await check(), 1);
    t.is(await reasonOf(first), null);
  },
);

test.serial("a run with rarely measured settings is compared with all runs of its game", async (t) => {
  const usually = { benchmark_id: GAME, variant: "doom.exe", parts: { cpu: 1, gpu: 1 } };
  for (const index of MANY)
    await store({ ...usually, score: usual(index, 100), settings: { resolution: "4K", preset: "ultra" } });
  await update();
  const rarely = { ...usually, settings: { resolution: "123x45", preset: "mine" } };
  const first = await store({ ...rarely, score: 900 });
  const slow = await store({ ...rarely, score: 1 });
  await update();
  t.regex((await reasonOf(first)) ?? "", BETTER);
  await check();
  t.regex((await reasonOf(first)) ?? "", BETTER);
  t.is(await reasonOf(slow), null, "a comparison across settings only marks results that are too good");
});

test.serial(
  "one outlier check marks the results of all accounts that are far ahead of the next account",
  async (t) => {
    const of = { benchmark_id: CINEBENCH_R20, parts: {} };
    const ahead = [];
    for (const score of [9000, 4000, 2000]) ahead.push(await store({ ...of, score }));
    // The category needs 20 entries for the check of a new result, and has fewer until the last result is stored.
    for (const index of MANY.slice(0, 17)) await store({ ...of, score: usual(index) });
    t.is(await check(), 3);
    for (const id of ahead) t.regex((await reasonOf(id)) ?? "", BETTER);
    t.is(await check(), 0, "marked entries still count as results of the benchmark");
  },
);

test.serial(
  "the outlier check of new results and the hourly check need results of 20 builds, the checked build included",
  async (t) => {
    const of = { benchmark_id: GRAPHICS_TEST, variant: "Fire Strike" };
    for (const index of MANY.slice(0, 9))
      for (const build of [8000, 9000]) {
        const parts = { cpu: 1, gpu: 1 };
        await store({ ...of, parts, score: usual(index), account: 7000 + index, build: build + index });
      }
    await update();
    const early = await store({ ...of, score: 1400, parts: {} });
    await update();
    t.is(await reasonOf(early), null, "with this build there are 19 entries of ten accounts");
    t.is(await check(), 0);
    const late = await store({ ...of, score: 1900, parts: {} });
    await update();
    t.regex((await reasonOf(late)) ?? "", BETTER, "with this build there are 20 entries");
    t.is(await check(), 1);
    t.regex((await reasonOf(early)) ?? "", BETTER);
    t.is(await check(), 0);
  },
);

test.serial(
  "while Redis has no ranks, a new result far ahead is marked by the next outlier check instead of at once",
  async (t) => {
    const { redis, keyPrefix } = service.stores;
    const far = await store({ score: 30_000, parts: {} });
    await redis.unlink(await redis.keys(`{${keyPrefix}:standings}*`));
    await service.services.standings.sweep.run();
    t.is((await runs.findOne({ _id: far }))?.outlier, undefined);
    t.true((await check()) > 0);
    t.regex((await reasonOf(far)) ?? "", BETTER);
  },
);
