import test from "ava";
import * as fc from "fast-check";
import { summariseRuns, type CompleteRun } from "../../src/builds/summarise-runs.ts";

const benchmark = { name: "Some benchmark", unit: "points", higher_is_better: true };

function run(fields: Partial<CompleteRun>): CompleteRun {
  const created_at = new Date("2026-11-20T12:00:00Z");
  const typedIn = {
    run_id: "a",
    benchmark_id: 15,
    benchmark,
    variant: null,
    score: 1,
    file_sha256: null,
    submission_id: "s",
  };
  return { ...typedIn, created_at, sequence: 1, ...fields };
}

test("a build's runs are summarised for each benchmark and variant, sorted by both", (t) => {
  const runs = [
    run({ benchmark_id: 16, variant: "zelda.exe" }),
    run({ benchmark_id: 16, variant: "doom.exe" }),
    run({ benchmark_id: 3 }),
  ];
  t.deepEqual(
    summariseRuns(runs).map(({ benchmark_id, variant }) => [benchmark_id, variant]),
    [
      [3, null],
      [16, "doom.exe"],
      [16, "zelda.exe"],
    ],
  );
});

test("a summary has the best score, the mean, the sample standard deviation and the latest run", (t) => {
  const scores = [2, 4, 4, 4, 5, 5, 7, 9];
  const runs = scores.map((score, i) => run({ run_id: `r${i}`, score, created_at: new Date(1000 * i) }));
  const [summary] = summariseRuns(runs);
  t.is(summary?.runs, 8);
  t.is(summary?.best, 9);
  t.is(summary?.mean, 5);
  t.true(Math.abs((summary?.stdev ?? 0) - Math.sqrt(32 / 7)) < 1e-12);
  t.deepEqual(summary?.latest, { run_id: "r7", score: 9, created_at: new Date(7000) });
  t.is(summariseRuns([run({})])[0]?.stdev, null);
});

test("where a lower score is better, the best score is the lowest", (t) => {
  const runs = [3, 2, 4].map((score) => run({ score, benchmark: { ...benchmark, higher_is_better: false } }));
  const [summary] = summariseRuns(runs);
  t.is(summary?.best, 2);
});

test("a file that was sent twice to one benchmark counts once, whatever the order of the runs", (t) => {
  const runs = [
    run({ run_id: "later", file_sha256: "f", variant: "g", score: 50, created_at: new Date(2) }),
    run({ run_id: "first", file_sha256: "f", variant: "g", score: 50, created_at: new Date(1) }),
    run({ run_id: "other", file_sha256: "e", variant: "g", score: 60, created_at: new Date(3) }),
    run({ benchmark_id: 7, file_sha256: "f", variant: "g", score: 50, created_at: new Date(4) }),
  ];
  const summaries = summariseRuns(runs);
  t.deepEqual(
    summaries.map((summary) => [summary.benchmark_id, summary.runs]),
    [
      [7, 1],
      [15, 2],
    ],
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(runs, { minLength: runs.length }), (shuffled) => {
      t.deepEqual(summariseRuns(shuffled), summaries);
    }),
  );
});

test("of runs with the same time the last of the last submission is the latest, in whatever order they are given", (t) => {
  const runs = [
    run({ run_id: "a1", submission_id: "a", sequence: 1 }),
    run({ run_id: "a2", submission_id: "a", sequence: 2 }),
    run({ run_id: "a3", submission_id: "a", sequence: 3 }),
    run({ run_id: "b1", submission_id: "b", sequence: 1 }),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(runs, { minLength: runs.length }), (shuffled) => {
      t.is(summariseRuns(shuffled)[0]?.latest.run_id, "b1");
    }),
  );
});
