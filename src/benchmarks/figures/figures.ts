import { isWriteRefused } from "../../infra/mongo.ts";
import { createSharedCalls } from "../../infra/shared-calls.ts";
import { finishEach, oneByOne, type Sweep } from "../../infra/sweep.ts";
import { benchmarkTypeOf } from "../model/benchmark-types.ts";
import {
  measurementsOf,
  variantOfGroup,
  withoutSuspicion,
  type Measurement,
  type TalliedRun,
} from "../model/run-tally.ts";
import { joinGroups, meanOf, sampleStandardDeviationOf, type ScoreGroup } from "../model/score-group.ts";
import type { BuildFigures, BuildFiguresRepository } from "../records/build-figures-repository.ts";
import type { StoredBuilds } from "../ports.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { FiguresOutdatedError, tallyRuns, type WantedRun } from "./tally-runs.ts";

/** How many runs one step tallies at most. */
const RUNS_A_STEP = 200;
/** After this time a request begins no further step, and answers with the figures as they are. */
const FOLLOW_MS = 300;
/** So many steps a request waits for in any case: one that was under way already, and one that has seen all that it has to see. */
const MIN_STEPS = 2;
/** After this time a round of the sweep ends once it has looked at every build. A shorter one looks at all of them again. */
const ROUND_MS = 3000;

interface FiguresDeps {
  runs: RunsRepository;
  buildFigures: BuildFiguresRepository;
  storedBuilds: Pick<StoredBuilds, "has">;
  /** Tests make it small. */
  runsAStep?: number;
  /** Tests make it short. */
  followMs?: number;
}

/** The figures of one benchmark and variant on one build. */
export interface RunSummary {
  benchmark_id: number;
  name: string;
  variant: string | null;
  unit: string;
  higher_is_better: boolean;
  runs: number;
  best: number;
  mean: number;
  /** Standard deviation of the sample (n − 1); null below two runs. */
  stdev: number | null;
  latest: { run_id: string; score: number; created_at: Date };
}

/** The kept figures of builds, which follow their runs. */
export type Figures = ReturnType<typeof createFigures>;

/**
 * Creates the service of the kept figures. What changes a run only marks it as untallied; `follow` then applies the difference to
 * the figures of its build. See docs/decisions/0008-kept-figures.md.
 */
export function createFigures(deps: FiguresDeps) {
  const { runs, buildFigures } = deps;

  const follow = createFollow(deps);
  const current = async (buildId: number): Promise<BuildFigures> => {
    try {
      await follow(buildId);
    } catch (error) {
      // A MongoDB whose disk is full still answers: the figures are those of the last step, until it can write again.
      if (!isWriteRefused(error)) throw error;
    }
    return buildFigures.find(buildId);
  };

  const sweep = createSweep(runs, follow);

  return {
    /** Applies what has changed in the runs of a build to its figures, as far as it comes in a bounded time. */
    follow,

    /**
     * Returns the figures of a build's complete runs for each benchmark and variant, sorted by benchmark id and variant. Each run
     * whose game is unknown has figures of its own.
     */
    summariesOf: async (buildId: number): Promise<RunSummary[]> => {
      const { groups } = await current(buildId);
      return joinSuspects(groups)
        .toSorted(
          (a, b) => a.benchmark_id - b.benchmark_id || (a.variant ?? "").localeCompare(b.variant ?? "", "en"),
        )
        .map(summaryOf);
    },

    /** Returns the figures of a build's complete runs for each group (`groupVariantOf`): suspect runs have groups of their own. */
    groupsOf: async (buildId: number): Promise<readonly ScoreGroup[]> => (await current(buildId)).groups,

    /** Returns how many runs a build has, of one benchmark or of all, in any status. */
    countOf: async (buildId: number, benchmarkId?: number): Promise<number> => {
      const { listed } = await current(buildId);
      return listed
        .filter(({ benchmark_id }) => benchmarkId === undefined || benchmark_id === benchmarkId)
        .reduce((sum, { runs }) => sum + runs, 0);
    },

    /** Removes the figures of a build that is deleted. */
    remove: (buildId: number): Promise<void> => buildFigures.remove(buildId),

    sweep,

    /** Makes the figures of all builds anew from their runs. Only while nothing else uses them. May be cut off and begun again. */
    rebuildAll: async (): Promise<void> => {
      await buildFigures.removeAll();
      while ((await sweep.run()) > 0);
    },
  };
}

/** Creates the sweep that tallies the runs of builds that nobody has asked for since. */
function createSweep(runs: RunsRepository, follow: (buildId: number) => Promise<void>): Sweep {
  return {
    name: "untallied runs",
    run: async (signal?: AbortSignal) => {
      const end = performance.now() + ROUND_MS;
      for (let followed = 0; ;) {
        const builds = oneByOne(runs.findBuildWithUntallied);
        const found = await finishEach(builds, follow, { signal });
        followed += found;
        if (found === 0 || signal?.aborted || performance.now() > end) return followed;
      }
    },
  };
}

/** Returns a function that applies what has changed in the runs of a build to its figures, as far as it comes in a bounded time. */
function createFollow(deps: FiguresDeps) {
  const { runs, followMs = FOLLOW_MS } = deps;
  const takeStep = createStep(deps);
  const shared = createSharedCalls<number>();
  return async function follow(buildId: number): Promise<void> {
    const end = performance.now() + followMs;
    let noted = 0;
    for (let step = 0; step < MIN_STEPS || performance.now() < end; step += 1) {
      if ((await runs.findUntallied(buildId, 1)).length === 0) return;
      // All who ask for the figures of a build at the same time wait for the same steps.
      noted = await shared(`${buildId}`, () => takeStep(buildId, noted));
    }
  };
}

/**
 * Returns a function that applies one step to the figures of a build, unless another process has changed them meanwhile.
 * @returns the revision whose notes are in the runs
 */
function createStep(deps: FiguresDeps) {
  const { runs, buildFigures, storedBuilds, runsAStep = RUNS_A_STEP } = deps;
  return async function takeStep(buildId: number, noted: number): Promise<number> {
    const figures = await buildFigures.find(buildId);
    const { revision } = figures;
    // The process that stored this revision may have died before it noted in the runs what the figures contain of them.
    if (revision !== noted) await runs.noteTallied(figures.notes, revision);
    const due = await runs.findUntallied(buildId, runsAStep);
    if (due.length === 0) return revision;
    const next = await tallyRuns(runs, figures, await wantedRuns(deps, buildId, due)).catch(nullIfOutdated);
    if (!next || !(await buildFigures.replace(revision, next))) return revision;
    // The removal of the build may have removed its figures before these were stored. One that begins later finds them.
    if (revision === 0 && !(await storedBuilds.has(buildId))) await buildFigures.remove(buildId);
    await runs.noteTallied(next.notes, next.revision);
    return next.revision;
  };
}

function nullIfOutdated(error: unknown): null {
  if (error instanceof FiguresOutdatedError) return null;
  throw error;
}

/**
 * Returns which runs the figures of a build are to count, and which no more: complete runs, and of those with the same measurement
 * only the earliest.
 * @param due the runs that have changed. Others are returned too, where they take turns with these in counting for a measurement.
 */
async function wantedRuns(
  { runs }: FiguresDeps,
  buildId: number,
  due: readonly TalliedRun[],
): Promise<WantedRun[]> {
  const wanted = new Map<string, WantedRun>();
  for (const run of due)
    wanted.set(run._id, { run, isCounted: run.status === "complete" && run.score !== null && !run.file });
  const measurements = new Map(due.flatMap(measurementsOf).map((one) => [keyOf(one), one]));
  if (measurements.size === 0) return [...wanted.values()];
  const sha256s = [...new Set([...measurements.values()].map(({ sha256 }) => sha256))];
  const counted = await runs.findCountedOfFiles(buildId, sha256s);
  for (const run of addAffected(measurements, counted))
    if (!wanted.has(run._id)) wanted.set(run._id, { run, isCounted: false });
  // Asked for each, an index gives the run, of however many copies. A single query for all would examine every copy of each file.
  const ask = (measurement: Measurement) => runs.findEarliestOf(buildId, measurement);
  for (const earliest of await Promise.all([...measurements.values()].map(ask)))
    if (earliest) wanted.set(earliest._id, { run: earliest, isCounted: earliest.score !== null });
  return [...wanted.values()];
}

/**
 * Returns those of some runs that have one of the measurements, and adds the other measurements that these runs have, as one does that
 * was read anew as another game.
 */
function addAffected(measurements: Map<string, Measurement>, runs: readonly TalliedRun[]): TalliedRun[] {
  const isAffected = (run: TalliedRun) => measurementsOf(run).some((one) => measurements.has(keyOf(one)));
  for (let size = 0; size < measurements.size;) {
    size = measurements.size;
    for (const one of runs.filter(isAffected).flatMap(measurementsOf)) measurements.set(keyOf(one), one);
  }
  return runs.filter(isAffected);
}

function keyOf({ sha256, benchmark_id, variant, recording }: Measurement): string {
  return JSON.stringify([sha256, benchmark_id, variant, recording]);
}

/** Returns groups in which suspect runs count with the others of their benchmark and variant. */
function joinSuspects(groups: readonly ScoreGroup[]): ScoreGroup[] {
  const joined = new Map<string, ScoreGroup>();
  for (const group of groups) {
    const { benchmark_id } = group;
    const named = { ...group, variant: withoutSuspicion(group.variant) };
    const key = JSON.stringify([benchmark_id, named.variant]);
    const other = joined.get(key);
    joined.set(key, other ? joinGroups(other, named, benchmarkTypeOf(benchmark_id).higher_is_better) : named);
  }
  return [...joined.values()];
}

function summaryOf(group: ScoreGroup): RunSummary {
  const { benchmark_id, variant, runs, best, latest } = group;
  const { name, unit, higher_is_better } = benchmarkTypeOf(benchmark_id);
  return {
    benchmark_id,
    name,
    variant: variantOfGroup(variant),
    unit,
    higher_is_better,
    runs,
    best,
    mean: meanOf(group),
    stdev: sampleStandardDeviationOf(group),
    latest: { run_id: latest.run_id, score: latest.score, created_at: latest.created_at },
  };
}
