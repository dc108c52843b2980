import type { Account } from "../../../src/accounts/index.ts";
import type { Run } from "../../../src/benchmarks/index.ts";
import type { Build } from "../../../src/builds/index.ts";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import type { Population, SimulatedRun } from "./population.ts";

/** The sign-in provider of made-up accounts, at which nobody can sign in. */
const PROVIDER = "simulated";
/** Each seed has so many ids of builds for itself, above those that the counter has given out so far. */
export const BUILDS_A_SEED = 10_000;
const FIRST_BUILD_ID = 1_000_000;
const CREATED_AT = new Date(Date.UTC(2026, 0, 1));
/** How long a made-up capture took. */
const CAPTURE_S = 60;

/** Returns the id of a made-up build. */
const buildIdOf = (seed: number, number: number) => FIRST_BUILD_ID + seed * BUILDS_A_SEED + number;

/** Returns the id of a made-up account. */
const accountIdOf = (seed: number, number: number) => `simulated-${seed}-${number}`;

/** Returns the documents of a population: its accounts, builds and runs. Those of the same seed have the same ids. */
export function documentsOf({ builds, runs }: Population, { seed, tier }: { seed: number; tier: string }) {
  const accounts = new Set(builds.map(({ account }) => account));
  const ownerOf = new Map(builds.map(({ number, account }) => [number, accountIdOf(seed, account)]));
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
      created_at: CREATED_AT,
      listed: 1,
    })),
    runs: runs.map((run) => runOf(run, seed, ownerOf.get(run.build) ?? "")),
  };
}

/** A run whose figures are made up. It has no submission, so that nothing is charged for it, and no file. */
function runOf(run: SimulatedRun, seed: number, account_id: string): Run {
  const { number, benchmark_id, variant, score, settings, created_at } = run;
  const _id = `simulated-${seed}-run-${number}`;
  return {
    _id,
    submission_id: _id,
    sequence: 1,
    account_id,
    build_id: buildIdOf(seed, run.build),
    benchmark_id,
    ...(settings && { settings: { ...settings } }),
    status: "complete",
    fencing_token: 0,
    attempts: 0,
    score,
    variant,
    metrics: metricsOf(run),
    warnings: [],
    file: null,
    error: null,
    reader_version: null,
    ranking_due: true,
    ranking_step: null,
    created_at,
    touched_at: created_at,
    completed_at: created_at,
  };
}

function metricsOf({ variant, score, graphics_tests }: SimulatedRun): Run["metrics"] {
  if (variant === null) return null;
  if (!graphics_tests) return frameMetrics(variant, score);
  const others = { graphics_score: null, overall_score: null, cpu_score: null };
  return { test: variant, graphics_tests, ...others, passes: 1 };
}

/** The figures of an even game: its slow frames are as much slower than its usual ones in every run. */
function frameMetrics(application: string, fps: number): FrameMetrics {
  return {
    average_fps: fps,
    median_fps: fps * 1.01,
    p5_fps: fps * 0.82,
    p1_fps: fps * 0.72,
    p0_1_fps: fps * 0.6,
    low_1_fps: fps * 0.68,
    low_0_1_fps: fps * 0.55,
    min_fps: fps * 0.5,
    max_fps: fps * 1.6,
    stdev_ms: 110 / fps,
    frames: Math.round(fps * CAPTURE_S),
    generated_frames: null,
    displayed_average_fps: null,
    samples: null,
    dropped_frames: null,
    duration_s: CAPTURE_S,
    tool: "Simulation",
    application,
  };
}
