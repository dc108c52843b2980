import test from "ava";
import * as fc from "fast-check";
import { createFigures } from "../../../src/benchmarks/figures/figures.ts";
import { tallyRuns } from "../../../src/benchmarks/figures/tally-runs.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { parseGroupVariant } from "../../../src/benchmarks/model/run-tally.ts";
import {
  bestOf,
  changeSums,
  laterOf,
  latestRunOf,
  noScores,
} from "../../../src/benchmarks/model/score-group.ts";
import { setUpRuns } from "../../../src/benchmarks/records/runs-repository.ts";
import { testStores } from "../../helpers/stores.ts";
import { CAPTURE, fileOf, makeRun, openFigures, TIME_SPY } from "./stored-runs.ts";

const { db } = await testStores(test);
test.before(() => setUpRuns(db));
const { runs, buildFigures, figures, complete, replaceResult, shown, storedBuilds } = openFigures(db);

test("the figures are sorted by benchmark and variant, with the sample's standard deviation", async (t) => {
  const buildId = 1_000_001;
  const scores = [2, 4, 4, 4, 5, 5, 7, 9].map((value) => makeRun(buildId, { score: value }));
  const captures = ["zelda.exe", "doom.exe"].map((name) => makeRun(buildId, { file: fileOf(name) }));
  await runs.insertMissing([...scores, ...captures]);
  for (const run of captures) await complete(run, 1, run.file?.sha256 ?? "");
  const summaries = await figures.summariesOf(buildId);
  t.deepEqual(
    summaries.map(({ benchmark_id, variant, stdev }) => [benchmark_id, variant, stdev]),
    [
      [15, null, Math.sqrt(32 / 7)],
      [CAPTURE, "doom.exe", null],
      [CAPTURE, "zelda.exe", null],
    ],
  );
});

test("suspect runs count in the figures that a build shows, and are kept apart for whoever leaves them out", async (t) => {
  const buildId = 1_000_010;
  const captures = ["a", "b", "c"].map((sha256) => makeRun(buildId, { file: fileOf(sha256) }));
  const score = makeRun(buildId, { score: 7 });
  await runs.insertMissing([...captures, score]);
  for (const [index, run] of captures.entries()) await complete(run, 100 + index, "doom.exe");
  const kept = async () => {
    await figures.follow(buildId);
    const groups = await figures.groupsOf(buildId);
    const summaryOf = ({ variant, runs: count, best }: (typeof groups)[number]) => {
      return { ...parseGroupVariant(variant), runs: count, best };
    };
    return groups.map(summaryOf).toSorted((a, b) => a.best - b.best);
  };
  const trusted = { isSuspect: false, loneRunId: null };
  const ofScore = { ...trusted, variant: null, runs: 1, best: 7 };
  t.deepEqual(await kept(), [ofScore, { ...trusted, variant: "doom.exe", runs: 3, best: 102 }]);
  const before = await shown(buildId);
  for (const { _id } of [captures[2], score].filter((run) => run !== undefined)) {
    const run = await runs.find(_id);
    t.true(run && (await runs.markSuspect(run, { detail: "too fast", public_detail: "too fast" })));
  }
  t.deepEqual(await kept(), [
    { ...ofScore, isSuspect: true },
    { ...trusted, variant: "doom.exe", runs: 2, best: 101 },
    { ...trusted, isSuspect: true, variant: "doom.exe", runs: 1, best: 102 },
  ]);
  t.deepEqual(await shown(buildId), before);
  const decided_at = new Date();
  await runs.review(captures[2]?._id ?? "", { decision: "accepted", reason: null, decided_at });
  await runs.review(captures[0]?._id ?? "", { decision: "rejected", reason: "another computer", decided_at });
  t.deepEqual(await kept(), [
    { ...ofScore, isSuspect: true },
    { ...trusted, isSuspect: true, variant: "doom.exe", runs: 1, best: 100 },
    { ...trusted, variant: "doom.exe", runs: 2, best: 102 },
  ]);
  t.deepEqual(await shown(buildId), before);
});

test("where a lower score is better, the best score is the lowest", async (t) => {
  const buildId = 1_000_002;
  const made = [3, 2, 4].map((value) => makeRun(buildId, { score: value }));
  await runs.insertMissing(made);
  await figures.follow(buildId);
  const group = { benchmark_id: 15, variant: null };
  t.is(bestOf([3, 2, 4], false), 2);
  t.is(bestOf([3, 2, 4], true), 4);
  const best = (isHigherBetter: boolean, without: string[] = []) =>
    runs.findBestOf(buildId, group, { isHigherBetter, without });
  t.is(await best(false), 2);
  t.is(await best(true), 4);
  t.is(await best(true, [made[2]?._id ?? ""]), 3);
});

test("of runs with the same time the last of the last submission is the latest", (t) => {
  const at = new Date(1);
  const runOf = (run_id: string, submission_id: string, sequence: number, created_at = at) => ({
    run_id,
    submission_id,
    sequence,
    created_at,
    score: 1,
  });
  const ordered = [
    runOf("early", "z", 9, new Date(0)),
    runOf("a1", "a", 1),
    runOf("a2", "a", 2),
    runOf("b1", "b", 1),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: 1 }), (some) => {
      const expected = ordered.findLast((run) => some.includes(run));
      t.is(some.reduce(laterOf).run_id, expected?.run_id ?? "");
    }),
  );
});

test("a build has figures for a bounded number of variants, and room again where one goes", async (t) => {
  const buildId = 1_000_003;
  const groups = Array.from({ length: 1000 }, (_, n) => ({
    benchmark_id: CAPTURE,
    variant: `game-${n}.exe`,
    ...changeSums(noScores, 1, "add"),
    best: 1,
    latest: latestRunOf(makeRun(buildId, {}), 1),
  }));
  const full = { _id: buildId, revision: 1, listed: [], groups, notes: [] };
  const runOf = (variant: string) =>
    makeRun(buildId, { status: "complete", score: 5, variant, file: fileOf(variant) });
  const tally = async (made: Run) => {
    const { groups: next, notes } = await tallyRuns(runs, full, [{ run: made, isCounted: true }]);
    const group = next.find(({ variant }) => variant === made.variant);
    return [next.length, group?.runs ?? 0, notes[0]?.is_counted];
  };
  t.deepEqual(await tally(runOf("game-7.exe")), [1000, 2, true]);
  t.deepEqual(await tally(runOf("one-more.exe")), [1000, 0, false]);
  const fewer = { ...full, groups: groups.slice(1) };
  const { notes } = await tallyRuns(runs, fewer, [{ run: runOf("one-more.exe"), isCounted: true }]);
  t.true(notes[0]?.is_counted);
});

test("runs of unknown games leave room for games, and a replaced one keeps its place", async (t) => {
  const buildId = 1_000_006;
  const runOf = (variant: string, score: number) =>
    makeRun(buildId, { status: "complete", score, variant, file: fileOf(`${score}`) });
  const unknown = Array.from({ length: 101 }, (_, n) => runOf("unknown", n + 1));
  const wanted = [...unknown, runOf("doom.exe", 999)].map((run) => ({ run, isCounted: true }));
  const none = { _id: buildId, revision: 1, listed: [], groups: [], notes: [] };
  const figuresOf = await tallyRuns(runs, none, wanted);
  t.is(figuresOf.groups.length, 101);
  t.true(figuresOf.groups.every(({ runs: count }) => count === 1));
  t.deepEqual(
    figuresOf.notes.flatMap(({ score, is_counted }) => (is_counted ? [] : [score])),
    [101],
  );
  t.true(figuresOf.groups.some(({ variant }) => variant === "doom.exe"));
  const [, replaced] = unknown;
  const name = figuresOf.groups.find(({ best }) => best === 2)?.variant ?? "";
  const tally = { revision: 2, is_listed: true, score: 2, variant: name };
  const again = { ...(replaced as Run), score: 70.5, tally };
  const next = await tallyRuns(runs, figuresOf, [{ run: again, isCounted: true }]);
  t.deepEqual(
    next.groups.filter(({ variant }) => variant === name).map(({ runs: count, best }) => [count, best]),
    [[1, 70.5]],
  );
});

test("of the complete runs with the same file only the earliest counts, whichever is read first or deleted", async (t) => {
  const buildId = 1_000_004;
  const made = [2, 0, 1].map((ms) =>
    makeRun(buildId, { file: fileOf("same"), created_at: new Date(1_800_000_000_000 + ms) }),
  );
  // The same file for another benchmark has figures of its own.
  const other = makeRun(buildId, { file: fileOf("same"), benchmark_id: TIME_SPY, created_at: new Date(0) });
  await runs.insertMissing([...made, other]);
  await complete(other, 1, "Time Spy");
  const counted = async () => {
    const summaries = await shown(buildId);
    return summaries.flatMap(({ benchmark_id, runs: count, latest }) =>
      benchmark_id === CAPTURE ? [[count, latest]] : [],
    );
  };
  const [last, first, second] = made.map(({ _id }) => _id);
  for (const [index, earliest] of [last, first, first].entries()) {
    const run = made[index];
    if (run) await complete(run, index + 1, "doom.exe");
    t.deepEqual(await counted(), [[1, earliest]]);
  }
  await runs.markDeleting([String(first)]);
  t.deepEqual(await counted(), [[1, second]]);
  await runs.markDeleting([String(second)]);
  t.deepEqual(await counted(), [[1, last]]);
});

test("a run of the same file counts again once the earliest is read anew as another game", async (t) => {
  const buildId = 1_000_014;
  const made = [0, 1].map((ms) =>
    makeRun(buildId, { file: fileOf("renamed"), created_at: new Date(1_800_000_000_000 + ms) }),
  );
  await runs.insertMissing(made);
  for (const run of made) await complete(run, 60, "chrome.exe");
  const [first = "", second] = made.map(({ _id }) => _id);
  const counted = async () =>
    (await shown(buildId)).map(({ variant, runs: count, latest }) => [variant, count, latest]);
  t.deepEqual(await counted(), [["chrome.exe", 1, first]]);
  await replaceResult(first, 70, "doom.exe");
  t.deepEqual(await counted(), [
    ["chrome.exe", 1, second],
    ["doom.exe", 1, first],
  ]);
  await replaceResult(String(second), 70, "doom.exe");
  t.deepEqual(await counted(), [["doom.exe", 1, first]]);
});

test("a run that leaves its game counts in the other, also where a step before its own takes it out of the first", async (t) => {
  const buildId = 1_000_015;
  const [later, earlier] = [1, 0].map((ms) =>
    makeRun(buildId, { file: fileOf("two steps"), created_at: new Date(1_800_000_000_000 + ms) }),
  );
  if (!earlier || !later) throw new Error("expected two runs");
  // The later run is stored first, so that it is in the first step.
  await runs.insertMissing([later]);
  await runs.insertMissing([earlier]);
  await complete(earlier, 60, "chrome.exe");
  await figures.follow(buildId);
  await replaceResult(earlier._id, 70, "doom.exe");
  await complete(later, 60, "chrome.exe");
  await createFigures({ runs, buildFigures, storedBuilds, runsAStep: 1 }).follow(buildId);
  t.deepEqual(
    (await shown(buildId)).map(({ variant, latest }) => [variant, latest]),
    [
      ["chrome.exe", later._id],
      ["doom.exe", earlier._id],
    ],
  );
});

test("a step whose figures another process has changed meanwhile begins again", async (t) => {
  const buildId = 1_000_009;
  const made = [1, 2].map((value) => makeRun(buildId, { score: value }));
  await runs.insertMissing(made);
  const [group] = await figures.summariesOf(buildId);
  let isOvertaken = false;
  const slow = createFigures({
    runs: {
      ...runs,
      findLatestOf: async (...args) => {
        if (!isOvertaken) {
          isOvertaken = true;
          await runs.markDeleting(made.map(({ _id }) => _id));
          await figures.follow(buildId);
        }
        return runs.findLatestOf(...args);
      },
    },
    buildFigures,
    storedBuilds,
  });
  await runs.markDeleting([group?.latest.run_id ?? ""]);
  t.deepEqual(await slow.summariesOf(buildId), []);
  t.true(isOvertaken);
});
