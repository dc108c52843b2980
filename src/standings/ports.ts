import type { Message } from "../readers/index.ts";
import type { CohortParts } from "./model/cohort.ts";
import type { BestRun, EntryBuild, RankableRun, JudgedBenchmark, Ranking } from "./model/entry.ts";

/** A run of which the standings are still to be told. */
export interface DueRun extends RankableRun {
  run_id: string;
  build_id: number;
  /** What is ranked of it until now. */
  ranking: Ranking | null;
  /** The ids of the categories in which steps before have ranked it, or have tried to. */
  ranking_was: readonly string[];
  /** Whether its reader doubts it, or a reviewer has decided about it: then its score is not judged. */
  is_decided: boolean;
  /** By what it is an outlier; null where it is none. */
  outlier: OutlierMark | null;
  /** How often a mark as an outlier went away by itself. */
  outlier_clearings: number;
}

/** By what a run is an outlier. */
export interface OutlierMark {
  /** The cohort of its parts, or the whole category. */
  by: "cohort" | "category";
  /** The cohorts of which a change may end the mark: `<category>:<cohort>` each. */
  cleared_by: string[];
}

/** What a step has decided about a run. */
interface DecidedRun {
  run_id: string;
  ranking: Ranking | null;
  /** The ids of all categories in which the standings may have the run. */
  was: readonly string[];
  /** Whether it is an outlier from now on, with the reason; left out where that stays as it is. */
  judgement?: { outlier: Message | null; mark: OutlierMark | null } | undefined;
}

/** Which runs a step is to rank. */
export interface DueSelection {
  buildId: number;
  /** Only those of one benchmark. */
  benchmarkId?: number | undefined;
  /** Only these. */
  runIds?: readonly string[] | undefined;
  limit: number;
}

/** The runs as standings need them. Implemented by `benchmarks/records/ranking-queries.ts`. */
export interface RankedRuns {
  /** Claims runs for a step. What the step writes later leaves a run as it is that has changed since, or that another step has. */
  claimRankingDue(stepId: string, selection: DueSelection): Promise<DueRun[]>;
  /** Stores what a step has decided about runs that it has claimed. */
  noteRankings(stepId: string, decided: readonly DecidedRun[]): Promise<void>;
  /** Notes that the standings were told of runs that a step has claimed. Returns of how many. */
  clearRankingDue(stepId: string, runIds: readonly string[]): Promise<number>;
  /** Returns the best ranked run of a build in a category. */
  findBestRanked(buildId: number, category: string): Promise<BestRun | null>;
  /** Returns a run; null where there is none. */
  findRankable(runId: string): Promise<DueRun | null>;
  /** Returns the next build behind one with runs of which the standings are still to be told; null where there is none. */
  findBuildWithRankingDue(after: number | null): Promise<number | null>;
  /** Marks the next runs behind an id, in the order of their ids, to be ranked anew, and returns them. */
  markForRanking(after: string, limit: number): Promise<{ _id: string; build_id: number }[]>;
  /** Returns about how many runs there are. */
  countRoughly(): Promise<number>;
}

/** The runs as the search for outliers needs them. Implemented by `benchmarks/records/ranking-queries.ts`. */
export interface OutlierRuns {
  /**
   * Returns outliers whose marks a change of a cohort may end, in the order of their ids, without those about which a reviewer has decided.
   * @param court `<category>:<cohort>`
   */
  findOutliersOf(
    court: string,
    after: string,
    limit: number,
  ): Promise<{ _id: string; build_id: number; score: number | null }[]>;
  /** Marks the outliers of a build to be ranked anew. */
  markOutliersOf(buildId: number): Promise<void>;
  /** Marks runs to be ranked anew. */
  markRunsForRanking(runIds: readonly string[]): Promise<void>;
  /**
   * Marks those ranked runs of a build and category to be ranked anew whose values are above or below some bounds. Returns whether there
   * are any.
   */
  markOutsideForRanking(
    buildId: number,
    category: string,
    bounds: { above: number; below: number },
  ): Promise<boolean>;
}

/** The builds as standings need them. Implemented by `builds/records/builds-repository.ts`. */
export interface RankedBuilds {
  /** Returns owner and parts of a build; null where it is deleted or has no owner. */
  findRanked(buildId: number): Promise<EntryBuild | null>;
  /** Claims a build for a step. Returns false where the standings have followed it. */
  claimStandingDue(buildId: number, stepId: string): Promise<boolean>;
  /** Notes that the standings have followed a build, unless it has changed since the step has claimed it. */
  clearStandingDue(buildId: number, stepId: string): Promise<void>;
  /** Returns the next build behind one that the standings are still to follow; null where there is none. */
  findStandingDue(after: number | null): Promise<number | null>;
}

/** The capacity of builds as standings need it. Implemented by `benchmarks/runs/build-capacity.ts`. */
export interface CapacityPort {
  /** Counts the runs of a build, and marks it as full or takes the mark away. */
  updateFull(buildId: number): Promise<void>;
}

/** Says of a benchmark what decides about its ranking. @throws Error where there is no such benchmark */
export type RankedBenchmarks = (benchmarkId: number) => JudgedBenchmark;

/** The queue of background work as standings need it. Implemented by `queues/job-queue.ts`. */
export interface StandingsQueue {
  updateStandings(buildId: number, benchmarkId?: number): Promise<void>;
}

/** The scores of products as standings need them. Implemented by `products/scores/score-notes.ts`. */
export interface ScoresPort {
  /** Notes that results with some parts have changed in the ranks. */
  noteChanged(parts: readonly CohortParts[]): Promise<void>;
}

/** A build whose standings are asked for. */
export interface AskedBuild {
  _id: number;
  owner_id: string | null;
  parts: CohortParts;
}
