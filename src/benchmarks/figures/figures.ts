import { createFreshCalls } from "../../infra/shared-calls.ts";
import { benchmarkTypeOf, type BenchmarkType } from "../model/benchmark-types.ts";
import type { BuildLimits } from "../model/build-limits.ts";
import {
  groupRuns,
  isHiddenRun,
  type CountedRun,
  type FigureRun,
  type RunGroup,
} from "../model/run-groups.ts";
import { sampleOf, type Sample } from "../model/sample.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface FiguresDeps {
  runsRepository: Pick<RunsRepository, "findForFigures">;
  buildLimits: BuildLimits;
}

/** The build whose figures a request needs. */
export interface FiguredBuild {
  buildId: number;
  /**
   * Whether the build has an owner; a promise while the service still reads the build. The service reads the runs
   * without waiting for the promise.
   */
  isOwned: boolean | Promise<boolean>;
}

/** The figures of the runs of a build in one benchmark and variant. */
export interface RunSummary {
  benchmark_id: number;
  name: string;
  /**
   * The variant: the 3DMark test or the game. Only runs of the same variant are comparable. Null for typed-in scores.
   */
  variant: string | null;
  unit: string;
  higher_is_better: boolean;
  /** The number of complete runs; several runs of the same file count once. */
  runs: number;
  /** The number of unranked runs among `runs`; no figure includes unranked runs. */
  unranked_runs: number;
  /** The best score of the ranked runs; null where all runs are unranked. */
  best: number | null;
  mean: number | null;
  /** The standard deviation of the scores (of the sample, n − 1); null if fewer than two ranked runs are included. */
  stdev: number | null;
  latest: { run_id: string; score: number; created_at: Date };
}

/** The figures of a build, which are computed from the build's newest runs. */
interface ComputedFigures {
  groupsOf: (isOwned: boolean) => RunGroup[];
  /** The runs of the build in any status except deleting, including hidden runs. */
  found: readonly FigureRun[];
}

/** Selects which runs of a build are counted. */
interface CountedRuns {
  /** The benchmark whose runs are counted; absent to count the runs of all benchmarks. */
  benchmarkId?: number | undefined;
  /** Whether runs that the operator has hidden are counted; by default, they are not. */
  withHidden?: boolean | undefined;
}

/**
 * The service that computes the figures of builds: statistics of the scores of each build's complete runs, by benchmark
 * and variant.
 */
export type Figures = ReturnType<typeof createFigures>;

/**
 * Creates the service of the figures of builds. Each request computes the figures from the current runs; no figure is
 * stored. Concurrent requests for one build share a computation. The computation begins after all of these requests
 * have arrived, so that it includes every run that was stored before them.
 */
export function createFigures({ runsRepository, buildLimits }: FiguresDeps) {
  const { maxFigureRuns, maxOwnerlessFigureRuns } = buildLimits;
  const share = createFreshCalls<ComputedFigures>();
  const compute = (buildId: number): Promise<ComputedFigures> =>
    share(`${buildId}`, async () => {
      const found = await runsRepository.findForFigures(buildId, maxFigureRuns);
      const shown = found.filter((run) => !isHiddenRun(run));
      let groups: RunGroup[] | undefined;
      return {
        found,
        groupsOf: (isOwned) =>
          (groups ??= groupRuns(isOwned ? shown : shown.slice(0, maxOwnerlessFigureRuns))),
      };
    });
  const groupsOf = async (build: FiguredBuild): Promise<RunGroup[]> => {
    const [computed, isOwned] = await Promise.all([compute(build.buildId), build.isOwned]);
    return computed.groupsOf(isOwned);
  };

  return {
    /**
     * Returns the figures of a build's complete runs for each benchmark and variant, sorted by benchmark id and
     * variant. Each run whose game is unknown has separate figures. No figure includes unranked runs.
     */
    summariesOf: async (build: FiguredBuild): Promise<RunSummary[]> =>
      (await groupsOf(build)).toSorted(compareNames).map(summaryOf),

    /**
     * Returns the complete runs of a build, grouped by benchmark and variant. Several runs of the same file count as
     * one. Each run in the result says whether it is unranked.
     */
    groupsOf,

    /**
     * Returns how many runs a build has, of one benchmark or of all, in any status except deleting. At most the newest
     * `maxFigureRuns` runs of the build are counted.
     */
    countOf: async (
      buildId: number,
      { benchmarkId, withHidden = false }: CountedRuns = {},
    ): Promise<number> => {
      const { found } = await compute(buildId);
      const isCounted = (run: FigureRun) =>
        (benchmarkId === undefined || run.benchmark_id === benchmarkId) && (withHidden || !isHiddenRun(run));
      return found.filter(isCounted).length;
    },
  };
}

/** Returns the figures of runs of one benchmark. @param runs at least one run */
export function scoresOf(
  { higher_is_better }: Pick<BenchmarkType, "higher_is_better">,
  runs: readonly Pick<CountedRun, "score">[],
): Sample & { best: number } {
  const scores = runs.map(({ score }) => score);
  const best = scores.reduce((a, b) => (higher_is_better ? Math.max(a, b) : Math.min(a, b)));
  return { ...sampleOf(scores), best };
}

function compareNames(a: RunGroup, b: RunGroup): number {
  const compare = (one: string | null, other: string | null) => (one ?? "").localeCompare(other ?? "", "en");
  return (
    a.benchmark_id - b.benchmark_id || compare(a.variant, b.variant) || compare(a.loneRunId, b.loneRunId)
  );
}

function summaryOf({ benchmark_id, variant, runs }: RunGroup): RunSummary {
  const type = benchmarkTypeOf(benchmark_id);
  const { name, unit, higher_is_better } = type;
  const [latest] = runs;
  if (!latest) throw new Error("expected a run in each group, found none");
  const { run_id, score, created_at } = latest;
  const counted = runs.filter(({ is_unranked }) => !is_unranked);
  const figures = counted.length > 0 ? scoresOf(type, counted) : { best: null, mean: null, stdev: null };
  return {
    benchmark_id,
    name,
    variant,
    unit,
    higher_is_better,
    ...figures,
    runs: runs.length,
    unranked_runs: runs.length - counted.length,
    latest: { run_id, score, created_at },
  };
}
