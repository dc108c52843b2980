import type { Db } from "mongodb";
import { withMongo } from "../../../src/infra/mongo.ts";
import { parseConfig } from "../../../src/config.ts";
import { startBenchService } from "../bench-service.ts";
import { durationMs, median } from "../measures.ts";
import { pollUntil } from "../poll-until.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";
import { makeBuild, type Send } from "../sign-in.ts";
import { storeCopies } from "../stored-runs.ts";

const FEW = { full: 100, small: 10 };
const MANY = { full: 5000, small: 20 };
const TURNS = { full: 100, small: 2 };
const SCORES = 15;
const STORING_TIMEOUT_MS = 600_000;
const RANKED_WITHIN_MS = 60_000;
const POLL_MS = 20;

/** What a build with as many runs as it may have costs whoever looks at it: each request computes its figures. */
export const build5kRuns: BenchRow = {
  name: "build-5k-runs",
  path: "GET /builds/<id> and its runs, 5,000 runs",
  yardstick: "the same of a build with 100 runs",
  isYardstickOurs: true,
  figures: {
    build_ms: { judged: "value", goal: { atMost: 80 } },
    runs_ms: { judged: "ratio", goal: null },
    runs_of_benchmark_ms: { judged: "ratio", goal: null },
  },
  open: openBuilds,
};

async function openBuilds(setup: BenchSetup): Promise<Duel> {
  const { size, say } = setup;
  // A worker is there, because it ranks the runs that are submitted.
  const service = await startBenchService(setup, { hasWorker: true });
  const few = await makeMeasuredBuild(service, FEW[size]);
  say(`storing ${MANY[size]} runs`);
  const many = await makeMeasuredBuild(service, MANY[size]);
  return {
    ours: () => measure(service.send, many, TURNS[size]),
    yardstick: () => measure(service.send, few, TURNS[size]),
  };
}

/** Makes a build with so many runs of one benchmark. Returns its path. */
async function makeMeasuredBuild(
  { send, env }: { send: Send; env: NodeJS.ProcessEnv },
  runs: number,
): Promise<string> {
  const buildId = await makeBuild(send);
  const form = new FormData();
  form.append("build_id", String(buildId));
  form.append("benchmarks", JSON.stringify({ id: SCORES, runs: [12_345] }));
  const added = (await send("POST", "/benchmarks/add", form)) as { runs: { run_id: string }[] };
  const { MONGODB_URL, MONGODB_DATABASE } = parseConfig(env);
  await withMongo({
    url: MONGODB_URL,
    database: MONGODB_DATABASE,
    timeoutMs: STORING_TIMEOUT_MS,
    use: async (db) => {
      const runId = added.runs[0]?.run_id ?? "";
      await untilRanked(db, runId);
      await storeCopies(db, runId, runs - 1);
    },
  });
  return `/builds/${buildId}`;
}

/** Waits until the worker has ranked a run: otherwise it would have to rank each copy, too. */
async function untilRanked(db: Db, runId: string): Promise<void> {
  const runs = db.collection<{ _id: string }>("runs");
  const isRanked = async () => (await runs.findOne({ _id: runId, ranking_due: { $exists: true } })) === null;
  await pollUntil(isRanked, {
    everyMs: POLL_MS,
    withinMs: RANKED_WITHIN_MS,
    what: `the rank of the run ${runId}`,
  });
}

async function measure(send: Send, build: string, turns: number): Promise<Sample> {
  const medianOf = async (path: string) => {
    const durations: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) durations.push(await durationMs(() => send("GET", path)));
    return median(durations);
  };
  return {
    build_ms: await medianOf(build),
    runs_ms: await medianOf(`${build}/runs?limit=10`),
    runs_of_benchmark_ms: await medianOf(`${build}/runs?limit=10&benchmark_id=${SCORES}`),
  };
}
