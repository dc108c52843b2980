import type { BenchmarkType, RankedRun, RunRanking } from "../../benchmarks/index.ts";
import { categoriesOf, categoryIdOf, type Category, type CategorisedResult } from "./category.ts";
import { cohortsOf, pairOf, placesOf, type CohortParts, type Place } from "./cohort.ts";

/**
 * The best ranked run of one build in one category (benchmark, variant and settings), as it is stored. If a build no
 * longer has such a run, the entry stays stored, with `run_id: null` and without cohorts. A slower writer then finds a
 * changed revision, and begins again.
 */
export type Entry = StoredEntry & EntryContent;

interface StoredEntry {
  /** The id of an entry of the standings (the best run of a build in a category): `<build id>:<category id>`. */
  _id: string;
  build_id: number;
  benchmark_id: number;
  /** The id of the category (benchmark, variant and settings) to which the entry of the standings belongs. */
  category: string;
  /**
   * The revision of the entry of the standings, which every write raises by 1. A write names the revision that it has
   * read, so that of two concurrent writers one has to begin again.
   */
  revision: number;
  /**
   * The present parts of the build, and the parts that the build has had since the ranks in Redis were last up to date
   * with the entry. In the cohorts of these parts, the ranks may still have an old value of the entry. Absent if the
   * ranks are up to date.
   */
  pending?: CohortParts[];
}

/** The content of an entry of the standings: the best run of a build, or nothing if the build has no ranked run. */
export type EntryContent = RankedContent | EmptyContent;

interface RankedContent {
  /** The id of the account that owns the build. */
  account_id: string;
  run_id: string;
  score: number;
  /** The score of the build's best run, negated if lower scores are better, so that a higher value is always better. */
  value: number;
  /** The parts of the build by which its results are compared. */
  parts: CohortParts;
  /**
   * The CPU and GPU of the build as one text, in the form of `pairOf`. In the ranking of all builds, an account counts
   * once for each pair.
   */
  pair: string;
  /** The keys of the cohorts (groups of comparable builds) that contain the entry of the standings: see `cohortsOf`. */
  cohorts: string[];
  run_created_at: Date;
}

interface EmptyContent {
  account_id: string;
  run_id: null;
  score: null;
  value: null;
  parts: CohortParts;
  pair: string;
  cohorts: [];
  run_created_at: null;
}

/** An entry (best run of a build) of the standings that has a ranked run. */
export type RankedEntry = StoredEntry & RankedContent;

/** Returns whether an entry (best run of a build) of the standings has a ranked run. */
export function isRanked(entry: Entry): entry is RankedEntry {
  return entry.run_id !== null;
}

/** The best run of a build in a category (benchmark, variant and settings). */
export interface BestRun {
  run_id: string;
  score: number;
  value: number;
  created_at: Date;
}

/** The build to which an entry of the standings belongs: its owner, and the parts by which its results are compared. */
export interface EntryBuild {
  account_id: string;
  parts: CohortParts;
}

/** Returns the id of the entry (best run) of a build in a category (benchmark, variant and settings). */
export function entryIdOf(buildId: number, categoryId: string): string {
  return `${buildId}:${categoryId}`;
}

/** Groups runs, or entries (best runs of builds) of the standings, by their builds. */
export function groupByBuild<T extends Pick<Entry, "build_id">>(all: readonly T[]): Map<number, T[]> {
  const byBuild = new Map<number, T[]>();
  for (const one of all) byBuild.set(one.build_id, [...(byBuild.get(one.build_id) ?? []), one]);
  return byBuild;
}

/**
 * Returns the content of the entry that a build has in the standings if `best` is its best run; empty content if the
 * build has no best run.
 */
export function contentOf({ account_id, parts }: EntryBuild, best: BestRun | null): EntryContent {
  const ofBuild = { account_id, parts, pair: pairOf(parts) };
  if (best === null)
    return { ...ofBuild, run_id: null, score: null, value: null, cohorts: [], run_created_at: null };
  const { run_id, score, value, created_at } = best;
  return { ...ofBuild, run_id, score, value, cohorts: cohortsOf(parts), run_created_at: created_at };
}

/**
 * Returns the places in the ranks in Redis that may still have an old value of an entry (best run of a build), without
 * duplicates.
 */
export function pendingPlacesOf({ pending = [] }: Pick<Entry, "pending">): Place[] {
  const places = pending.flatMap(placesOf);
  return [...new Map(places.map((place) => [`${place.cohort} ${place.pair}`, place])).values()];
}

/** Returns the value by which a score is ranked; a higher value is better. */
export function valueOf(score: number, { isHigherBetter }: { isHigherBetter: boolean }): number {
  return isHigherBetter ? score : -score;
}

/** Returns the score for a value that `valueOf` has returned, which is negated if lower scores are better. */
export function scoreOf(value: number, { isHigherBetter }: { isHigherBetter: boolean }): number {
  return isHigherBetter ? value : -value;
}

/** The fields of a run that decide whether and how the run is ranked. */
export type RankableRun = CategorisedResult &
  Pick<RankedRun, "status" | "score"> &
  Partial<Pick<RankedRun, "unranked">>;

/**
 * Returns the categories (benchmark, variant and settings) in which a run is ranked. The list is empty if the run is
 * incomplete, is unranked, or belongs to no category.
 */
export function rankedCategoriesOf(
  run: RankableRun,
  { is_of_games }: Pick<BenchmarkType, "is_of_games">,
): Category[] {
  const isEligible = run.status === "complete" && run.score !== null && !run.unranked;
  return isEligible ? categoriesOf(run, { isOfGame: is_of_games }) : [];
}

/**
 * Returns the ranking of a run; null if the run is not ranked. Only this function decides whether a run is ranked.
 */
export function rankingOf(
  run: RankableRun,
  benchmark: Pick<BenchmarkType, "higher_is_better" | "is_of_games">,
): RunRanking | null {
  const categories = rankedCategoriesOf(run, benchmark);
  if (categories.length === 0 || run.score === null) return null;
  return {
    categories: categories.map(categoryIdOf),
    value: valueOf(run.score, { isHigherBetter: benchmark.higher_is_better }),
  };
}
