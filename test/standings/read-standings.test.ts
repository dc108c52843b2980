import test from "ava";
import { benchmarkTypeOf } from "../../src/benchmarks/index.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { STANDING_WAIT_MS } from "../../src/standings/constants.ts";
import type { Ranks } from "../../src/standings/ranks/ranks.ts";
import { createReadStandings } from "../../src/standings/read-standings.ts";
import { comparedAs } from "./stored-parts.ts";

const run = { benchmark_id: 15, variant: null, status: "complete", score: 100 } as const;
const build = { owner_id: "ada", parts: { gpu: 7 } };
const standing = { builds: 5, rank: 1, better_than_percent: 100, median: 1, p10: 1, p90: 1 };

const readingWith = (standingsOf: Ranks["standingsOf"]) =>
  createReadStandings({
    benchmarkTypeOf,
    entries: { findRanked: async () => [] },
    catalogue: { comparedAs: async (builds) => builds.map(comparedAs) },
    ranks: { standingsOf, pairsOf: async () => [], sizesOf: async () => [] },
    config: { STANDING_WAIT_MS },
    logger: createLogger({ level: "silent", process: "test", secrets: [] }),
  });

test("if Redis does not answer, fails, or has lost the ranks, the rank of a run is undefined", async (t) => {
  const silent = () => new Promise<never>(() => undefined);
  const failing = () => Promise.reject(new Error("Connection is closed."));
  for (const standingsOf of [silent, failing, async () => null])
    t.is(await readingWith(standingsOf).ofRun(run, build), undefined);
});

test("the rank of a run is read for the run's own score and account, among builds with the known parts of its build", async (t) => {
  const reading = readingWith(async (asked) => {
    const common = { category: asked[0]?.category ?? "", score: 100, isHigherBetter: true };
    t.deepEqual(asked, [
      { ...common, cohort: "all", member: "ada::gpu-7" },
      { ...common, cohort: "gpu=gpu-7", member: "ada" },
    ]);
    return [standing, null];
  });
  t.deepEqual(await reading.ofRun(run, build), {
    all: standing,
    same_cpu: null,
    same_gpu: null,
    same_cpu_and_gpu: null,
  });
});

test("the standing (rank) of a run that is not ranked is null, and is not read from Redis", async (t) => {
  const reading = readingWith(async () => t.fail());
  t.is(await reading.ofRun({ ...run, status: "failed" }, build), null);
  t.is(await reading.ofRun({ ...run, unranked: { detail: "too fast" } }, build), null);
  t.is(await reading.ofRun(run, { ...build, owner_id: null }), null, "a build without an owner");
  t.deepEqual(await reading.ofBuild({ _id: 2, owner_id: null }, [run]), [null]);
});
