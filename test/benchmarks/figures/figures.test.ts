import test from "ava";
import * as fc from "fast-check";
import { createFigures } from "../../../src/benchmarks/figures/figures.ts";
import { buildLimits } from "../../../src/benchmarks/model/build-limits.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { setUpRuns } from "../../../src/benchmarks/records/runs-repository.ts";
import { testStores } from "../../helpers/stores.ts";
import { referenceSummaries } from "./reference-summaries.ts";
import { CAPTURE, fileOf, makeRun, openFigures, TIME_SPY } from "./stored-runs.ts";

const { db } = await testStores(test);
test.before(() => setUpRuns(db));
const { runs, figures, complete, replaceResult, shown } = openFigures(db);

let builds = 0;

const round = <T extends { mean: number | null; stdev: number | null }>(summary: T): T => ({
  ...summary,
  mean: summary.mean === null ? null : Number(summary.mean.toPrecision(12)),
  stdev: summary.stdev === null ? null : Number(summary.stdev.toFixed(6)),
});

const score = fc.constantFrom(0.1, 1, 2.5, 60.25, 143.3, 12_000);
const variant = fc.constantFrom("doom.exe", "zelda.exe", null);
const recording = fc.constantFrom(1, 2);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("submit a score" as const), score }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("submit a file" as const),
      sha256: fc.constantFrom("a", "b", "c"),
      benchmark_id: fc.constantFrom(CAPTURE, TIME_SPY),
      ms: fc.constantFrom(0, 1, 2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("complete" as const), at: fc.nat(), score, variant, recording }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("fail" as const), at: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("replace" as const), at: fc.nat(), score, variant, recording }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("doubt" as const), at: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), at: fc.nat() }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function carryOut(buildId: number, submitted: Run[], next: Step): Promise<void> {
  const pick = (at: number): Run | undefined => submitted[at % Math.max(1, submitted.length)];
  const submit = async (run: Run) => {
    submitted.push(run);
    await runs.insertMissing([run]);
  };
  switch (next.do) {
    case "submit a score":
      return submit(makeRun(buildId, { score: next.score }));
    case "submit a file": {
      const created_at = new Date(1_800_000_000_000 + next.ms);
      const { benchmark_id, sha256 } = next;
      return submit(makeRun(buildId, { file: fileOf(sha256), benchmark_id, created_at }));
    }
    case "complete":
    case "replace":
    case "fail":
    case "doubt":
    case "delete": {
      const run = pick(next.at);
      if (!run) return;
      if (next.do === "complete") return complete(run, next.score, next.variant, next.recording);
      if (next.do === "replace") return replaceResult(run._id, next.score, next.variant, next.recording);
      if (next.do === "delete") return runs.markDeleting([run._id]);
      if (next.do === "doubt") {
        const stored = await runs.find(run._id);
        if (stored) await runs.markUnranked(stored, { code: "implausible", detail: "x", public_detail: "x" });
        return;
      }
      const claim = await runs.claim(run, run.created_at);
      if (claim) await runs.fail(claim, { code: "x", detail: "x", public_detail: "x" }, 1, run.created_at);
      return;
    }
  }
}

test.serial("the statistics of a build agree with its runs after any changes of the runs", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      builds += 1;
      const submitted: Run[] = [];
      for (const next of steps) await carryOut(builds, submitted, next);
      const stored = await db.collection<Run>("runs").find({ build_id: builds }).toArray();
      t.deepEqual((await shown(builds)).map(round), referenceSummaries(stored).map(round));
      const listed = stored.filter(({ status }) => status !== "deleting");
      t.is(await figures.countOf(builds), listed.length);
      const captures = listed.filter(({ benchmark_id }) => benchmark_id === CAPTURE);
      t.is(await figures.countOf(builds, { benchmarkId: CAPTURE }), captures.length);
    }),
    { numRuns: 25 },
  );
});

test.serial("concurrent requests for the statistics of a build share one computation", async (t) => {
  builds += 1;
  const buildId = builds;
  await db.collection<Run>("runs").insertMany([1, 2, 3].map((score) => makeRun(buildId, { score })));
  let computed = 0;
  const counting = createFigures({
    runsRepository: {
      findForFigures: (...args) => {
        computed += 1;
        return runs.findForFigures(...args);
      },
    },
    buildLimits,
  });
  const counts = await Promise.all(Array.from({ length: 20 }, () => counting.countOf(buildId)));
  t.deepEqual(new Set(counts), new Set([3]));
  t.is(computed, 1);
});

test.serial(
  "a run that is stored while statistics are computed is in the statistics of all later requests, which share one computation",
  async (t) => {
    builds += 1;
    const buildId = builds;
    await runs.insertMissing([makeRun(buildId, { score: 1 })]);
    let computed = 0;
    const asking: Promise<number>[] = [];
    const busy = createFigures({
      runsRepository: {
        findForFigures: async (...args) => {
          computed += 1;
          const found = await runs.findForFigures(...args);
          if (computed > 1) return found;
          await runs.insertMissing([makeRun(buildId, { score: 2 })]);
          for (let time = 0; time < 5; time += 1) asking.push(busy.countOf(buildId));
          return found;
        },
      },
      buildLimits,
    });
    t.is(
      await busy.countOf(buildId),
      1,
      "the request before the new run gets the figures without the new run",
    );
    t.deepEqual(await Promise.all(asking), [2, 2, 2, 2, 2]);
    t.is(computed, 2);
  },
);

test.serial(
  "after a computation of statistics fails, requests that arrived during it and later requests get a new computation",
  async (t) => {
    builds += 1;
    const buildId = builds;
    await runs.insertMissing([makeRun(buildId, { score: 1 })]);
    let waiting: Promise<number> | undefined;
    const failing = createFigures({
      runsRepository: {
        findForFigures: async (...args) => {
          if (waiting) return runs.findForFigures(...args);
          waiting = failing.countOf(buildId);
          throw new Error("no connection");
        },
      },
      buildLimits,
    });
    await t.throwsAsync(failing.countOf(buildId), { message: "no connection" });
    t.is(await waiting, 1);
    t.is(await failing.countOf(buildId), 1);
  },
);

test.serial("the statistics of a build are computed from a limited number of its newest runs", async (t) => {
  builds += 1;
  const buildId = builds;
  const made = [1, 2, 3, 4, 5].map((score) =>
    makeRun(buildId, { score, created_at: new Date(1_800_000_000_000 + score) }),
  );
  await runs.insertMissing(made);
  const limited = createFigures({
    runsRepository: runs,
    buildLimits: { ...buildLimits, maxFigureRuns: 4, maxOwnerlessFigureRuns: 2 },
  });
  const meanOf = async (isOwned: boolean) => (await limited.summariesOf({ buildId, isOwned }))[0]?.mean;
  t.is(await meanOf(true), 3.5);
  t.is(await meanOf(false), 4.5);
  t.is(await limited.countOf(buildId), 4);
});
