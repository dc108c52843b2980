import test from "ava";
import { startTestService } from "../../helpers/service.ts";
import { checkedScores, usual } from "./checked-scores.ts";

// The service has no workers, so that only the tests run the sweeps.
const service = await startTestService(test, { hasWorkers: false });
const { standings, buildsRepository, reviews } = service.services;
const { runs, store, update, check, reasonOf } = checkedScores(service);

const MANY = Array.from({ length: 21 }, (_, index) => index);
const CINEBENCH_R20 = 3;

const on = (cpu: number, score: number) => store({ score, parts: { cpu, gpu: 1 } });
const entriesOn = (cpu: number) =>
  service.stores.db.collection("standings").countDocuments({ cohorts: `cpu=cpu-${cpu}` });

test.serial(
  "in a cohort of eight or more accounts, scores far from the others are marked as outliers and not ranked",
  async (t) => {
    const early = await on(1, 1150);
    const low = await on(1, 200);
    for (const index of [0, 4, 8, 12, 16]) await on(1, usual(index));
    t.is(await check(), 0, "seven accounts define no usual scores");
    await on(1, usual(20));
    t.is(await check(), 1, "eight accounts define wide bounds");
    t.regex((await reasonOf(low)) ?? "", /the median of the best scores of 8 accounts/);
    for (const index of [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14]) await on(1, usual(index));
    t.is(await check(), 0, "the bounds of nineteen accounts are as wide");
    for (let index = 17; index < 24; index += 1) await on(1, usual(index));
    await update();
    t.is(await reasonOf(early), null, "the score is not marked before the check");
    t.is(await check(), 1, "twenty accounts define narrower bounds");
    t.regex(
      (await reasonOf(early)) ?? "",
      /^The score lies far above the scores of other builds with the same CPU: the median of the best scores of 26 accounts is \d+(\.\d+)? points/,
    );
    t.regex((await reasonOf(low)) ?? "", /^The score lies far below/);
    t.is(await entriesOn(1), 24, "outliers are not ranked");
    const before = await runs.find({}).sort({ _id: 1 }).toArray();
    t.is(await check(), 0);
    t.deepEqual(await runs.find({}).sort({ _id: 1 }).toArray(), before, "checking again changes nothing");
  },
);

test.serial(
  "a reviewer's decision overrides an outlier mark and determines whether the run is ranked",
  async (t) => {
    const marked = (await runs.findOne({ score: 1150 }))?._id ?? "";
    await reviews.decide(marked, { decision: "accepted", reason: null });
    t.is(await check(), 0);
    t.is(await reasonOf(marked), null);
    t.is(await entriesOn(1), 25);
    await reviews.decide(marked, { decision: "rejected", reason: "not of this machine" });
    t.is(await check(), 0);
    t.regex((await reasonOf(marked)) ?? "", /^A reviewer rejected this result/);
    t.is(await entriesOn(1), 24);
  },
);

test.serial(
  "one outlier check marks all runs of a build that are outliers, and the build's run within the outlier bounds stays ranked",
  async (t) => {
    const of = { parts: { cpu: 1, gpu: 1 }, account: 4000, build: 4000 };
    const ids: Record<number, string> = {};
    for (const score of [1300, 1299, 1298, 1001, 150, 149]) ids[score] = await store({ ...of, score });
    t.is(await check(), 5);
    t.is(await reasonOf(ids[1001] ?? ""), null);
    for (const score of [1300, 1298]) t.regex((await reasonOf(ids[score] ?? "")) ?? "", /far above/);
    for (const score of [150, 149]) t.regex((await reasonOf(ids[score] ?? "")) ?? "", /far below/);
    const entry = await service.stores.db.collection("standings").findOne({ score: 1001 });
    t.is(entry?.["run_id"], ids[1001]);
  },
);

test.serial(
  "a run marked as an outlier loses the mark and is ranked once later results widen its cohort",
  async (t) => {
    for (const index of MANY) await on(2, usual(index));
    const far = await on(2, 1000 * Math.exp(0.13));
    t.is(await check(), 1);
    t.regex((await reasonOf(far)) ?? "", /far above/);
    for (let index = 0; index < 30; index += 1)
      await on(2, Math.round(1000 * Math.exp((index % 2 === 0 ? 1 : -1) * 0.08) * 100) / 100 + index / 100);
    t.is(await check(), 1);
    t.is(await reasonOf(far), null);
    t.is(await entriesOn(2), 52);
  },
);

test.serial(
  "after a build's parts are corrected, the outlier check compares its results with builds of the new parts",
  async (t) => {
    for (const index of MANY) await on(3, usual(index, 1200));
    const wrong = await on(1, 1201);
    t.is(await check(), 1);
    t.truthy(await reasonOf(wrong));
    const build = (await runs.findOne({ _id: wrong }))?.build_id ?? 0;
    await buildsRepository.update(build, { parts: { cpu: 3, gpu: 1 } });
    t.is(await check(), 1);
    t.is(await reasonOf(wrong), null);
    t.is(await entriesOn(3), 22);
  },
);

test.serial(
  "builds that leave a cohort or are deleted change the bounds beyond which scores of the cohort are outliers",
  async (t) => {
    const of = { benchmark_id: CINEBENCH_R20, parts: { cpu: 2 } };
    for (const index of MANY) await store({ ...of, score: usual(index) });
    const wide = [];
    for (const index of MANY) {
      const score = 1000 * Math.exp((index % 2 === 0 ? 1 : -1) * 0.08) + index / 100;
      wide.push(await store({ ...of, score }));
    }
    const border = await store({ ...of, score: 1000 * Math.exp(0.2) });
    await check();
    t.is(await reasonOf(border), null);
    const leaving = await runs.find({ _id: { $in: wide } }).toArray();
    for (const [index, { build_id }] of leaving.entries())
      if (index % 2 === 0) await buildsRepository.update(build_id, { parts: { cpu: 3 } });
      else await buildsRepository.markDeleted([build_id], new Date());
    await check();
    t.regex((await reasonOf(border)) ?? "", /far above/);
  },
);

test.serial(
  "the outlier check compares runs of a game only with runs of exactly the same settings",
  async (t) => {
    const game = { benchmark_id: 16, variant: "doom.exe", parts: { cpu: 1, gpu: 1 } };
    const high = { resolution: "4K", preset: "ultra" };
    const low = { resolution: "1080p", preset: "low" };
    for (const index of MANY) await store({ ...game, score: usual(index, 100), settings: high });
    const fast = await store({ ...game, score: 125, settings: low });
    const cheat = await store({ ...game, score: 130, settings: { ...high, resolution: "3840x2160" } });
    t.is(await check(), 1);
    t.is(await reasonOf(fast), null, "a different score is normal under other settings");
    t.regex((await reasonOf(cheat)) ?? "", /far above the scores of other builds with the same CPU and GPU/);
    for (const index of MANY) await store({ ...game, score: usual(index, 90), settings: low });
    t.is(await check(), 1);
    t.regex((await reasonOf(fast)) ?? "", /far above/, "now there are enough runs with the same settings");
  },
);

test.serial("a low result loses its outlier mark once its build has a result near the median", async (t) => {
  const of = { parts: { cpu: 11, gpu: 1 }, account: 880, build: 880 };
  for (const index of MANY) await on(11, usual(index));
  const first = await store({ ...of, score: 500 });
  t.is(await check(), 1);
  t.regex((await reasonOf(first)) ?? "", /far below/);
  await store({ ...of, score: usual(0) });
  const second = await store({ ...of, score: 400 });
  t.is(await check(), 1);
  for (const id of [first, second]) t.is(await reasonOf(id), null);
  t.is(await check(), 0);
});

test.serial(
  "while ranking entries still name a build's former parts, the outlier check clears no mark",
  async (t) => {
    const { db } = service.stores;
    for (const index of MANY) await on(7, usual(index));
    const cheat = await on(7, 1300);
    t.is(await check(), 1);
    t.truthy(await reasonOf(cheat));
    // After an upgrade of the service that changes the names under which parts are compared, entries have the former
    // names until they are updated.
    const former = { "parts.cpu": 7, cohorts: ["all", "cpu=7"] };
    await db.collection("standings").updateMany({ cohorts: "cpu=cpu-7" }, { $set: former });
    await db
      .collection("builds")
      .updateMany({ "parts.cpu": 7 }, { $set: { standing_due: true, standing_step: null } });
    t.is(await standings.outlierCheck.run(), 0);
    await update();
    t.truthy(await reasonOf(cheat));
    await db.collection("products").updateOne({ url_slug: "cpu-7" }, { $set: { standings_due: true } });
    await db.collection("standings").updateMany({ cohorts: "cpu=cpu-7" }, { $set: former });
    t.is(await standings.outlierCheck.run(), 0);
    t.is(await check(), 0);
    t.truthy(await reasonOf(cheat));
    t.is(await entriesOn(7), 21);
  },
);

test.serial("a run that a reviewer has accepted is not marked as an outlier", async (t) => {
  const accepted = await on(1, 1290);
  await reviews.decide(accepted, { decision: "accepted", reason: null });
  t.is(await check(), 0);
  t.is((await runs.findOne({ _id: accepted }))?.outlier, undefined);
});

test.serial("an interrupted outlier check ends, and the next check marks the other outliers", async (t) => {
  const far = await on(2, 300);
  await update();
  const stopped = new AbortController();
  stopped.abort();
  t.is(await standings.outlierCheck.run(stopped.signal), 0);
  t.is(await check(), 1);
  t.regex((await reasonOf(far)) ?? "", /far below/);
});
