import test from "ava";
import * as fc from "fast-check";
import { createFigures } from "../../../src/benchmarks/figures/figures.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { setUpRuns, type RunsRepository } from "../../../src/benchmarks/records/runs-repository.ts";
import { testStores } from "../../helpers/stores.ts";
import { until } from "../../helpers/until.ts";
import { referenceSummaries } from "./reference-summaries.ts";
import { CAPTURE, fileOf, makeRun, openFigures, TIME_SPY } from "./stored-runs.ts";

const { db } = await testStores(test);
test.before(() => setUpRuns(db));
const { runs, buildFigures, storedBuilds, figures, complete, replaceResult, shown } = openFigures(db);

let builds = 0;

/** A service whose process dies at one of its writes. */
const dying = {
  "before the figures are stored": createFigures({
    runs,
    buildFigures: { ...buildFigures, replace: () => Promise.reject(new Error("killed")) },
    storedBuilds,
  }),
  "before the runs are told": createFigures({
    runs: {
      ...runs,
      noteTallied: async (notes, revision) => {
        // The notes of an earlier step are written; those of the own step are not.
        if ((await buildFigures.find(builds)).revision === revision && isOwn) throw new Error("killed");
        await runs.noteTallied(notes, revision);
      },
    },
    buildFigures: {
      ...buildFigures,
      replace: async (...args) => {
        isOwn = await buildFigures.replace(...args);
        return isOwn;
      },
    },
    storedBuilds,
  }),
};
let isOwn = false;

const round = <T extends { mean: number; stdev: number | null }>(summary: T): T => ({
  ...summary,
  mean: Number(summary.mean.toPrecision(12)),
  stdev: summary.stdev === null ? null : Number(summary.stdev.toFixed(6)),
});

const score = fc.constantFrom(0.1, 1, 2.5, 60.25, 143.3, 12_000);
const variant = fc.constantFrom("doom.exe", "zelda.exe", "unknown");
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), at: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("follow" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("die" as const),
      when: fc.constantFrom("before the figures are stored" as const, "before the runs are told" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("follow at the same time" as const) }) },
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
    case "delete": {
      const run = pick(next.at);
      if (!run) return;
      if (next.do === "complete") return complete(run, next.score, next.variant, next.recording);
      if (next.do === "replace") return replaceResult(run._id, next.score, next.variant, next.recording);
      if (next.do === "delete") return runs.markDeleting([run._id]);
      const claim = await runs.claim(run, run.created_at);
      if (claim) await runs.fail(claim, { code: "x", detail: "x", public_detail: "x" }, 1, run.created_at);
      return;
    }
    case "follow":
      return figures.follow(buildId);
    case "die":
      return dying[next.when].follow(buildId).catch(() => undefined);
    case "follow at the same time":
      await Promise.all([figures.follow(buildId), figures.follow(buildId), figures.follow(buildId)]);
  }
}

test.serial(
  "the kept figures are those of the build's runs, whatever happens to them and wherever processes die",
  async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        builds += 1;
        isOwn = false;
        const submitted: Run[] = [];
        for (const next of steps) await carryOut(builds, submitted, next);
        const stored = await db.collection<Run>("runs").find({ build_id: builds }).toArray();
        t.deepEqual((await shown(builds)).map(round), referenceSummaries(stored).map(round));
        const listed = stored.filter(({ status }) => status !== "deleting");
        t.is(await figures.countOf(builds), listed.length);
        const captures = listed.filter(({ benchmark_id }) => benchmark_id === CAPTURE);
        t.is(await figures.countOf(builds, CAPTURE), captures.length);
        t.deepEqual(await runs.findUntallied(builds, 1), []);
      }),
      { numRuns: 25 },
    );
  },
);

test.serial("a process that slept while others went on changes nothing when it wakes up", async (t) => {
  builds += 1;
  const buildId = builds;
  const run = makeRun(buildId, { score: 5 });
  await runs.insertMissing([run]);
  await figures.follow(buildId);
  const { notes, revision } = await buildFigures.find(buildId);
  t.is(notes.length, 1);
  await runs.markDeleting([run._id]);
  await figures.follow(buildId);
  await runs.noteTallied(notes, revision);
  t.false(await buildFigures.replace(revision, await buildFigures.find(buildId)));
  const stored = await db.collection<Run>("runs").findOne({ _id: run._id });
  t.deepEqual(stored?.tally, { revision: revision + 1, is_listed: false });
  t.deepEqual(await shown(buildId), []);
  t.is(await figures.countOf(buildId), 0);
});

test.serial(
  "more runs than one step takes are tallied by one request, and the rest by the sweep",
  async (t) => {
    builds += 1;
    const buildId = builds;
    const small = createFigures({ runs, buildFigures, storedBuilds, runsAStep: 5, followMs: 0 });
    const many = Array.from({ length: 60 }, (_, n) => makeRun(buildId, { score: n + 1 }));
    await db.collection<Run>("runs").insertMany(many);
    t.is(await small.countOf(buildId), 10, "no more than two steps after the end of the time");
    t.true((await small.sweep.run()) > 0);
    // A round ends after some seconds, which a busy machine may need for a part of them.
    await until(async () => (await small.sweep.run()) === 0, "nothing is left for the sweep");
    t.is(await runs.findBuildWithUntallied(null), null);
    const [summary] = await shown(buildId);
    t.deepEqual([summary?.runs, summary?.best, summary?.mean], [60, 60, 30.5]);
  },
);

test.serial("a build whose figures cannot follow its many runs holds up no other", async (t) => {
  const [failing, other] = [builds + 1, builds + 2];
  builds += 2;
  const many = Array.from({ length: 300 }, (_, n) => makeRun(failing, { score: n + 1 }));
  await db.collection<Run>("runs").insertMany([...many, makeRun(other, { score: 7 })]);
  const failsForOne: RunsRepository = {
    ...runs,
    findUntallied: (buildId, limit) =>
      buildId === failing ? Promise.reject(new Error("no connection")) : runs.findUntallied(buildId, limit),
  };
  const { sweep } = createFigures({ runs: failsForOne, buildFigures, storedBuilds });
  await t.throwsAsync(sweep.run(), { instanceOf: AggregateError });
  t.is((await buildFigures.find(other)).revision, 1);
  await figures.sweep.run();
  t.is(await runs.findBuildWithUntallied(null), null);
});

test.serial("who asks for the same figures at the same time waits for the same steps", async (t) => {
  builds += 1;
  const buildId = builds;
  await db.collection<Run>("runs").insertMany([1, 2, 3].map((score) => makeRun(buildId, { score })));
  let stored = 0;
  const counting = createFigures({
    runs,
    buildFigures: {
      ...buildFigures,
      replace: async (...args) => {
        stored += 1;
        return buildFigures.replace(...args);
      },
    },
    storedBuilds,
  });
  const counts = await Promise.all(Array.from({ length: 20 }, () => counting.countOf(buildId)));
  t.deepEqual(new Set(counts), new Set([3]));
  t.is(stored, 1);
});

test.serial(
  "a run that is complete while a step is under way is in the figures of whoever asks then",
  async (t) => {
    builds += 1;
    const buildId = builds;
    await runs.insertMissing([makeRun(buildId, { score: 1 })]);
    let asking: Promise<number> | undefined;
    const busy = createFigures({
      runs,
      buildFigures: {
        ...buildFigures,
        replace: async (...args) => {
          if (!asking) {
            await runs.insertMissing([makeRun(buildId, { score: 2 })]);
            asking = busy.countOf(buildId);
            // Until the other one waits for this very step.
            await runs.findUntallied(buildId, 1);
          }
          return buildFigures.replace(...args);
        },
      },
      storedBuilds,
      followMs: 0,
    });
    await busy.follow(buildId);
    t.is(await asking, 2);
  },
);

test.serial("figures that are stored after their build was removed do not stay", async (t) => {
  builds += 1;
  const buildId = builds;
  await runs.insertMissing([makeRun(buildId, { score: 1 })]);
  const late = createFigures({ runs, buildFigures, storedBuilds: { has: async () => false } });
  await late.follow(buildId);
  t.is((await buildFigures.find(buildId)).revision, 0);
  t.deepEqual(await runs.findUntallied(buildId, 1), [], "no sweep comes back to it");
});
