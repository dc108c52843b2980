import type { Account } from "../../../src/accounts/index.ts";
import type { Run } from "../../../src/benchmarks/index.ts";
import type { Build } from "../../../src/builds/index.ts";
import { createTypicalMetrics, frameMetricsOf, frameTimesOf } from "./frames.ts";
import type { Population } from "./population.ts";
import { createRandom } from "./random.ts";
import type { SimulatedRun } from "./runs.ts";

/** The sign-in provider of made-up accounts. Nobody can sign in with it. */
const PROVIDER = "simulated";
/**
 * How many ids each seed of the made-up population reserves for its builds. The ids begin at FIRST_BUILD_ID, so that
 * they differ from the ids that the service's counter assigns to real builds.
 */
export const BUILDS_A_SEED = 10_000;
const FIRST_BUILD_ID = 1_000_000;
/**
 * The fencing token of made-up runs, under which their frame times are stored; 0, because no worker has claimed a
 * made-up run.
 */
const FENCING_TOKEN = 0;
const CREATED_AT = new Date(Date.UTC(2026, 0, 1));
// The fields that have the same values in all made-up runs.
const unread = { file: null, error: null, reader_version: null, attempts: 0, fencing_token: FENCING_TOKEN };
const complete = { status: "complete", ranking_due: true, ranking_step: null } as const;

/** Returns the id of a made-up build. */
const buildIdOf = (seed: number, number: number) => FIRST_BUILD_ID + seed * BUILDS_A_SEED + number;

/** Returns the id of a made-up run. */
export const runIdOf = (seed: number, number: number) => `simulated-${seed}-run-${number}`;

/** Returns the id of a made-up account. */
const accountIdOf = (seed: number, number: number) => `simulated-${seed}-${number}`;

/**
 * Returns the documents of a made-up population: accounts, builds and runs, and the stored frame times in milliseconds,
 * by run id. The same seed gives the same ids.
 */
export function documentsOf({ builds, runs }: Population, { seed, tier }: { seed: number; tier: string }) {
  const accounts = new Set(builds.map(({ account }) => account));
  const ownerOf = new Map(builds.map(({ number, account }) => [number, accountIdOf(seed, account)]));
  // The creation time of each build: the time of its first run. `runs` has the runs of a build in the order of their
  // times.
  const madeAt = new Map(runs.toReversed().map(({ build, created_at }) => [build, created_at]));
  const frames = new Map<string, Float32Array>();
  const typicalMetricsOf = createTypicalMetrics();
  const documentOf = (run: SimulatedRun): Run => {
    const { number, application, score } = run;
    const document = runOf(run, seed, ownerOf.get(run.build) ?? "");
    if (application === undefined) return document;
    if (!run.hasFrames) return { ...document, metrics: typicalMetricsOf(score, application, number) };
    const times = frameTimesOf(createRandom(number), score);
    frames.set(document._id, new Float32Array(times));
    const metrics = { ...frameMetricsOf(times, application), average_fps: score };
    return { ...document, metrics, frame_series: { fencing_token: FENCING_TOKEN, frames: times.length } };
  };
  return {
    accounts: Array.from(accounts, (number): Account => ({
      _id: accountIdOf(seed, number),
      provider: PROVIDER,
      subject: `${seed}-${number}`,
      name: `Simulated ${number}`,
      tier,
      role: "user",
      created_at: CREATED_AT,
    })),
    builds: builds.map(({ number, account, parts }): Build => ({
      _id: buildIdOf(seed, number),
      name: `Simulated build ${number}`,
      parts,
      owner_id: accountIdOf(seed, account),
      created_at: madeAt.get(number) ?? CREATED_AT,
      listed: 1,
    })),
    runs: runs.map(documentOf),
    frames,
  };
}

/**
 * Returns a run as it is stored. `submission_id` is the id of the first run of the measurement. No submission has this
 * id, so that the run does not count towards a run limit. The run has no file.
 */
function runOf(run: SimulatedRun, seed: number, account_id: string): Run {
  const { number, benchmark_id, variant, score, settings, metrics = null, sequence, created_at } = run;
  const submission_id = runIdOf(seed, number - sequence + 1);
  const ids = { _id: runIdOf(seed, number), submission_id, account_id, build_id: buildIdOf(seed, run.build) };
  const result = { benchmark_id, variant, score, metrics, sequence, ...(settings && { settings }) };
  const times = { created_at, touched_at: created_at, completed_at: created_at };
  return { ...unread, ...complete, ...ids, ...result, ...times, warnings: [] };
}
