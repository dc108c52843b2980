import type { Message } from "../readers/index.ts";
import type { CohortParts } from "./model/cohort.ts";
import type { BestRun, CheckedBenchmark, EntryBuild, RankableRun, Ranking } from "./model/entry.ts";
import type { OutlierMark } from "./model/outlier.ts";

/** A run of which the standings are still to be told. */
export interface DueRun extends RankableRun {
  run_id: string;
  build_id: number;
  /** What is ranked of it until now. */
  ranking: Ranking | null;
  /** The ids of the categories in which steps before have ranked it, or have tried to. */
  ranking_was: readonly string[];
  /**
   * Whether its reader doubts it, a reviewer has decided about it, or it was checked already whether it is an outlier: then it is not
   * checked when it is ranked.
   */
  is_decided: boolean;
}

/** What a step has decided about a run. */
interface DecidedRun {
  run_id: string;
  ranking: Ranking | null;
  /** The ids of all categories in which the standings may have the run. */
  was: readonly string[];
  /** Why it is an outlier from now on: it is far ahead of all others. Null where that stays as it is. */
  outlier: Message | null;
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

/** A run that is marked as an outlier. */
interface MarkedRun extends RankableRun {
  run_id: string;
  build_id: number;
  mark: OutlierMark;
}

/** Which runs of a build to mark as outliers. */
interface OutlierSelection {
  buildId: number;
  /** The id of a category in which they are ranked. */
  category: string;
  /** Only runs in so many categories: those that state the settings of this one, and no others. */
  categories?: number | undefined;
  /** Only those whose values lie on this side of a bound. */
  value: { $gt: number } | { $lt: number };
}

/** The runs as the hourly check for outliers needs them. Implemented by `benchmarks/records/outlier-queries.ts`. */
export interface OutlierRuns {
  /** Yields the runs that are marked as outliers, without those about which a reviewer or the reader of their file has decided. */
  streamOutliers(): AsyncIterable<MarkedRun>;
  /** Marks ranked runs of a build as outliers, and to be ranked anew. Returns how many. */
  markOutliers(
    selection: OutlierSelection,
    marking: { outlier: Message; mark: OutlierMark },
  ): Promise<number>;
  /** Takes the marks of runs away about which no reviewer has decided, and marks them to be ranked anew. Returns of how many. */
  clearOutliers(runIds: readonly string[]): Promise<number>;
}

/** The builds as standings need them. Implemented by `builds/records/builds-repository.ts`. */
export interface RankedBuilds {
  /** Returns owner and parts of a build; null where it is deleted or has no owner. */
  findRanked(buildId: number): Promise<EntryBuild | null>;
  /** Returns owner and parts of those of some builds that are not deleted and have an owner, by their ids. */
  findSomeRanked(buildIds: readonly number[]): Promise<ReadonlyMap<number, EntryBuild>>;
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
export type RankedBenchmarks = (benchmarkId: number) => CheckedBenchmark;

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
