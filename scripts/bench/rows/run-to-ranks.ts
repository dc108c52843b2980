import { randomUUID } from "node:crypto";
import type { Run } from "../../../src/benchmarks/index.ts";
import type { Services } from "../../../src/compose/services.ts";
import { startWorkers } from "../../../workers/start-workers.ts";
import { openBenchServices } from "../bench-services.ts";
import { percentile } from "../measures.ts";
import { pollUntil } from "../poll-until.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";

const RUNS = { full: 100, small: 2 };
const OTHER_BUILDS = 4;
const R23 = 15;
const POLL_MS = 2;
const GIVE_UP_MS = 60_000;

/** How long it takes from the moment at which a run is stored as complete until the ranks have it. The workers are in this process. */
export const runToRanks: BenchRow = {
  name: "run-to-ranks",
  path: "from a complete run to its rank, while 4 other builds get one run after the other",
  yardstick: "the same while nothing else happens",
  isYardstickOurs: true,
  figures: {
    p50_ms: { judged: "ratio", goal: null },
    p99_ms: { judged: "value", goal: { atMost: 1000 } },
  },
  open: openDelays,
};

async function openDelays(setup: BenchSetup): Promise<Duel> {
  const { config, services, logger } = await openBenchServices(setup);
  await services.ranks.refill();
  const workers = await startWorkers(config, services, logger);
  setup.atEnd(workers.stop);
  const [first = 0, ...others] = await makeBuilds(services, 1 + OTHER_BUILDS);
  const measure = async (): Promise<Sample> => {
    const delays: number[] = [];
    for (let turn = 0; turn < RUNS[setup.size]; turn += 1) delays.push(await rankOne(services, first));
    return { p50_ms: percentile(delays, 0.5), p99_ms: percentile(delays, 0.99) };
  };
  return {
    ours: async () => {
      const stopping = new AbortController();
      const load = others.map(async (buildId) => {
        while (!stopping.signal.aborted) await rankOne(services, buildId);
      });
      const measured = measure().finally(() => stopping.abort());
      const [figures] = await Promise.all([measured, ...load]);
      return figures;
    },
    yardstick: measure,
  };
}

/** Makes builds of as many owners, each with a processor of its own. */
async function makeBuilds({ storedBuilds }: Services, count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  for (const id of ids)
    await storedBuilds.insert({
      _id: id,
      name: "a build",
      owner_id: `owner-${id}`,
      parts: { cpu: id },
      created_at: new Date(),
      listed: 1,
    });
  return ids;
}

let score = 10_000;

/** Stores a run that is the best one of its build, and waits until the ranks have it. Returns how long that took. */
async function rankOne({ records, standings, ranks, entries }: Services, buildId: number): Promise<number> {
  score += 1;
  const run = runOf(buildId, score);
  const start = performance.now();
  await records.runs.insertMissing([run]);
  await standings.noteChange(buildId, R23);
  const isRanked = async () => {
    const [entry] = (await entries.findOfBuild(buildId, { limit: 1 })) as { category: string }[];
    const cohort = { category: entry?.category ?? "", cohort: `cpu=${buildId}`, isHigherBetter: true };
    const page = await ranks.pageOf(cohort, { offset: 0, limit: 1 });
    return page?.members[0]?.score === run.score;
  };
  const what = `the rank of the run of build ${buildId}`;
  await pollUntil(isRanked, { everyMs: POLL_MS, withinMs: GIVE_UP_MS, what });
  return performance.now() - start;
}

function runOf(build_id: number, score: number): Run {
  const now = new Date();
  return {
    _id: randomUUID(),
    submission_id: "bench",
    sequence: 1,
    account_id: `owner-${build_id}`,
    build_id,
    benchmark_id: R23,
    status: "complete",
    fencing_token: 0,
    attempts: 0,
    score,
    variant: null,
    metrics: null,
    warnings: [],
    file: null,
    error: null,
    reader_version: null,
    created_at: now,
    touched_at: now,
    completed_at: now,
    ranking_due: true,
  };
}
