import test from "ava";
import { scoresOf } from "../../../src/benchmarks/figures/figures.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { groupRuns } from "../../../src/benchmarks/model/run-groups.ts";
import { sampleOf } from "../../../src/benchmarks/model/sample.ts";
import { createFigureQueries, figureIndexes } from "../../../src/benchmarks/records/figure-queries.ts";
import { setUpRuns } from "../../../src/benchmarks/records/runs-repository.ts";
import { testStores } from "../../helpers/stores.ts";
import { CAPTURE, fileOf, makeRun, openFigures, TIME_SPY } from "./stored-runs.ts";

const { db } = await testStores(test);
test.before(() => setUpRuns(db));
const { runs, figures, complete, replaceResult, shown } = openFigures(db);

test("a build's statistics are sorted by benchmark and variant, and have the sample's standard deviation", async (t) => {
  const buildId = 1_000_001;
  const scores = [2, 4, 4, 4, 5, 5, 7, 9].map((value) => makeRun(buildId, { score: value }));
  const captures = ["zelda.exe", "doom.exe"].map((name) => makeRun(buildId, { file: fileOf(name) }));
  await runs.insertMissing([...scores, ...captures]);
  for (const run of captures) await complete(run, 1, run.file?.sha256 ?? "");
  const summaries = await figures.summariesOf({ buildId, isOwned: true });
  t.deepEqual(
    summaries.map(({ benchmark_id, variant, stdev }) => [benchmark_id, variant, stdev]),
    [
      [15, null, Math.sqrt(32 / 7)],
      [CAPTURE, "doom.exe", null],
      [CAPTURE, "zelda.exe", null],
    ],
  );
});

test("unranked runs do not change the best score, mean and deviation of a build, and are marked as unranked in the groups of its runs", async (t) => {
  const buildId = 1_000_010;
  const captures = ["a", "b", "c"].map((sha256) => makeRun(buildId, { file: fileOf(sha256) }));
  const score = makeRun(buildId, { score: 7 });
  await runs.insertMissing([...captures, score]);
  for (const [index, run] of captures.entries()) await complete(run, 100 + index, "doom.exe");
  const grouped = async () => {
    const groups = await figures.groupsOf({ buildId, isOwned: true });
    return groups
      .map(({ variant, runs: counted }) => {
        const bestFirst = counted.toSorted((a, b) => b.score - a.score);
        return { variant, scores: bestFirst.map(({ score: value, is_unranked }) => [value, is_unranked]) };
      })
      .toSorted((a, b) => Number(a.variant !== null) - Number(b.variant !== null));
  };
  const captured = (...unranked: boolean[]) => ({
    variant: "doom.exe",
    scores: [102, 101, 100].map((value, index) => [value, unranked[index]]),
  });
  const reason = { code: "implausible", detail: "too fast", public_detail: "too fast" } as const;
  const scored = (isUnranked: boolean) => ({ variant: null, scores: [[7, isUnranked]] });
  t.deepEqual(await grouped(), [scored(false), captured(false, false, false)]);
  t.like(await shown(buildId), [
    { runs: 1, unranked_runs: 0, best: 7, mean: 7 },
    { runs: 3, unranked_runs: 0, best: 102, mean: 101, stdev: 1 },
  ]);
  for (const { _id } of [captures[2], score].filter((run) => run !== undefined)) {
    const run = await runs.find(_id);
    t.true(run && (await runs.markUnranked(run, reason)));
  }
  t.deepEqual(await grouped(), [scored(true), captured(true, false, false)]);
  const noFigure = { runs: 1, unranked_runs: 1, best: null, mean: null, stdev: null, latest: score._id };
  t.like(await shown(buildId), [
    noFigure,
    { runs: 3, unranked_runs: 1, best: 101, mean: 100.5, stdev: Math.SQRT1_2 },
  ]);
  const decided_at = new Date();
  await runs.review(captures[2]?._id ?? "", { decision: "accepted", reason: null, decided_at });
  await runs.review(captures[0]?._id ?? "", { decision: "rejected", reason: "another computer", decided_at });
  t.deepEqual(await grouped(), [scored(true), captured(false, false, true)]);
  t.like(await shown(buildId), [noFigure, { runs: 3, unranked_runs: 1, best: 102, mean: 101.5 }]);
});

test("in a benchmark where lower scores are better, the best score in a build's statistics is the lowest", (t) => {
  const counted = [3, 2, 4].map((score, index) => {
    return { run_id: `${index}`, score, created_at: new Date(0), is_unranked: false };
  });
  t.is(scoresOf({ higher_is_better: false }, counted).best, 2);
  t.is(scoresOf({ higher_is_better: true }, counted).best, 4);
});

test("mean and standard deviation of the scores of a full build are accurate to twelve digits", (t) => {
  // All scores are multiples of 1/1024, so that BigInt computes their exact sums.
  const offset = 12_345_678n * 1024n;
  const units = Array.from({ length: 5000 }, (_, n) => offset + ((BigInt(n) * 7919n) % 4001n));
  const { mean, stdev } = sampleOf(units.map((unit) => Number(unit) / 1024));
  const n = BigInt(units.length);
  const sum = units.reduce((all, unit) => all + unit, 0n);
  const squares = units.reduce((all, unit) => all + unit * unit, 0n);
  const exactMean = Number(sum) / Number(n) / 1024;
  const exactStdev = Math.sqrt(Number(n * squares - sum * sum) / Number(n * (n - 1n))) / 1024;
  t.true(Math.abs(mean / exactMean - 1) < 1e-12, `${mean} ${exactMean}`);
  t.true(Math.abs((stdev ?? 0) / exactStdev - 1) < 1e-12, `${stdev} ${exactStdev}`);
  t.deepEqual(sampleOf([0.1, 0.1, 0.1]), { runs: 3, mean: 0.1, stdev: 0 });
});

test("MongoDB answers the query for the statistics of a build from an index alone", async (t) => {
  const [{ key }] = figureIndexes;
  const asked: Record<string, unknown> = {};
  const collection = {
    aggregate: (pipeline: readonly Record<string, object>[]) => {
      for (const { $match, $sort, $project } of pipeline) Object.assign(asked, $match, $sort, $project);
      return { toArray: async () => [] };
    },
  };
  const { findForFigures } = createFigureQueries(collection as never);
  await findForFigures(1, 1);
  t.deepEqual(
    Object.keys(asked).filter((path) => !(path in key)),
    [],
  );
});

test("if several runs of a build have the same time, the last run of the last submission is shown as the build's latest run", async (t) => {
  const buildId = 1_000_005;
  const runOf = (submission_id: string, sequence: number, ms: number) =>
    makeRun(buildId, { score: 1, submission_id, sequence, created_at: new Date(1_800_000_000_000 + ms) });
  const ordered = [runOf("z", 9, 0), runOf("a", 1, 1), runOf("a", 2, 1), runOf("b", 1, 1)];
  await runs.insertMissing(ordered);
  for (const run of ordered.toReversed()) {
    t.deepEqual(
      (await shown(buildId)).map(({ latest }) => latest),
      [run._id],
    );
    await runs.markDeleting([run._id]);
  }
  t.deepEqual(await shown(buildId), []);
});

/** Returns a complete run of a file that no other run has. */
const captureOf = (variant: string | null, score: number): Run =>
  makeRun(1, { status: "complete", score, variant, file: fileOf(`${variant} ${score}`) });

test("if a build has runs of more variants than the limit allows, only the variants with the newest runs have statistics", (t) => {
  const newestFirst = Array.from({ length: 1001 }, (_, n) => captureOf(`game-${n}.exe`, n + 1));
  const again = captureOf("game-7.exe", 5000);
  const groups = groupRuns([...newestFirst, again]);
  t.is(groups.length, 1000);
  t.false(groups.some(({ variant }) => variant === "game-1000.exe"));
  t.is(groups.find(({ variant }) => variant === "game-7.exe")?.runs.length, 2);
});

test("runs of unknown games do not displace the statistics of known games", (t) => {
  const unknown = Array.from({ length: 101 }, (_, n) => captureOf(null, n + 1));
  const groups = groupRuns([...unknown, captureOf("doom.exe", 999)]);
  t.is(groups.length, 101);
  t.true(groups.every(({ runs: counted }) => counted.length === 1));
  t.deepEqual(
    groups.filter(({ loneRunId }) => loneRunId !== null).map(({ loneRunId }) => loneRunId),
    unknown.slice(0, 100).map(({ _id }) => _id),
  );
  t.true(groups.some(({ variant }) => variant === "doom.exe"));
});

test("of the complete runs with the same file, only the earliest counts in the statistics, whichever run is read first or deleted", async (t) => {
  const buildId = 1_000_004;
  const made = [2, 0, 1].map((ms) =>
    makeRun(buildId, { file: fileOf("same"), created_at: new Date(1_800_000_000_000 + ms) }),
  );
  // A run of the same file for another benchmark, submitted before all others, counts in the figures of that benchmark.
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

test("a later run of the same file counts in the statistics after the earliest run was read again as another game", async (t) => {
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
