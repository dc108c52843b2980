import type { benchmarkTypeOf, RunsRepository } from "../../benchmarks/index.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import { inBatches } from "../../infra/batches.ts";
import { finishEach, type Sweep } from "../../infra/sweep.ts";
import type { Catalogue } from "../../products/index.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import { categoryIdOf } from "../model/category.ts";
import { rankedCategoriesOf, valueOf } from "../model/entry.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";
import { createCategoryEntries, type CategoryEntries } from "./category-entries.ts";
import { findAhead, findFar, type MarkedResult } from "./find-outliers.ts";
import { createMarkOutliers } from "./mark-outliers.ts";

const INTERVAL_MS = 60 * 60 * 1000;
/**
 * The maximum number of runs whose builds one query reads, and the maximum number of runs whose outlier marks one write
 * clears.
 */
const RUNS_AT_ONCE = 200;
/**
 * The maximum number of builds for which an outlier check adds a job. The sweep of standings ranks the runs of
 * further builds.
 */
const MAX_JOBS = 1000;

/** The services that the hourly check of all results for outliers uses. */
export interface OutlierCheckDeps {
  entries: Pick<EntriesRepository, "streamByCategory">;
  categories: Pick<CategoriesRepository, "find">;
  runsRepository: Pick<
    RunsRepository,
    "streamOutliers" | "markOutliers" | "findBestUnmarked" | "clearOutliers"
  >;
  buildsRepository: Pick<BuildsRepository, "findSomeRanked" | "findStandingDue">;
  catalogue: Pick<Catalogue, "comparedAs" | "findStandingsDue">;
  benchmarkTypeOf: typeof benchmarkTypeOf;
  queue: Pick<JobQueue, "updateStandings">;
}

interface MarkedRun extends MarkedResult {
  run_id: string;
  benchmark_id: number;
}

/** A category (benchmark, variant and settings) with the entries that the outlier check compares. */
interface CheckedCategory {
  category: string;
  benchmark_id: number;
  entries: CategoryEntries;
}

/**
 * The outcome of an outlier check: how many results it has compared, how many it has marked, and how many marks it has
 * cleared.
 */
interface CheckedOutliers {
  /**
   * The number of compared results: the best results of builds in benchmarks and variants, and the runs that were
   * marked before the check.
   */
  checked: number;
  marked: number;
  cleared: number;
}

/**
 * Creates the check of all results for outliers, and the sweep that makes this check each hour. A check marks runs
 * that are outliers, checks every earlier mark anew, and clears the marks of runs that are no longer outliers. Jobs
 * rank the builds of these runs again; the sweep of standings ranks builds for which there is no job. A crash may
 * interrupt the check anywhere: the next round checks everything again.
 */
export function createOutlierCheck(deps: OutlierCheckDeps) {
  const checkAll = async (signal?: AbortSignal): Promise<CheckedOutliers> => {
    const arePartsDue = await hasPartsDue(deps);
    const before = await readMarked(deps);
    const markedIn = byCategory(before);
    const changed = new Map<number, number>();
    const counts = { checked: before.length, marked: 0, cleared: 0 };
    const note = (buildId: number, { benchmark_id }: CheckedCategory, marks: number): void => {
      counts.marked += marks;
      if (marks > 0) changed.set(buildId, benchmark_id);
    };
    const checkFar = (category: CheckedCategory) =>
      markFar(deps, category, { marked: markedIn.get(category.category) ?? [], note });
    const checkAhead = async (category: CheckedCategory) => {
      const marked = markedIn.get(category.category) ?? [];
      counts.checked += await markAhead(deps, category, { marked, changed, note });
    };
    try {
      await finishEach(readCategories(deps, markedIn), checkFar, { signal });
      // Compare the best results of the accounts with each other, but leave out results that lie far from those of
      // builds with the same parts.
      await finishEach(readCategories(deps, markedIn), checkAhead, { signal });
    } finally {
      const isCleared = ({ isFar, isAhead }: MarkedRun) =>
        isFar === false && isAhead === false && !arePartsDue;
      const cleared = before.filter(isCleared);
      counts.cleared = await clear(deps, cleared);
      for (const { build_id, benchmark_id } of cleared) changed.set(build_id, benchmark_id);
      const asked = [...changed].slice(0, MAX_JOBS);
      await finishEach(asked, ([buildId, benchmarkId]) => deps.queue.updateStandings(buildId, benchmarkId));
    }
    return counts;
  };
  const sweep: Sweep = {
    name: "outliers",
    intervalMs: INTERVAL_MS,
    run: async (signal) => {
      const { marked, cleared } = await checkAll(signal);
      return marked + cleared;
    },
  };
  return { ...sweep, checkAll };
}

/**
 * Whether the entries of some builds in the standings still have former parts, because a part was replaced or an import
 * has changed the products. Groups of builds with the same parts may then lack builds, so no outlier mark is cleared.
 */
async function hasPartsDue({ buildsRepository, catalogue }: OutlierCheckDeps): Promise<boolean> {
  return (
    (await catalogue.findStandingsDue(1)).length > 0 ||
    (await buildsRepository.findStandingDue(null)) !== null
  );
}

/**
 * Reads the runs that are marked as outliers and about which no reviewer or file reader has decided. Leaves out runs of
 * builds without an owner, and runs that belong to no group of comparable results.
 */
async function readMarked({
  runsRepository,
  buildsRepository,
  catalogue,
  benchmarkTypeOf,
}: OutlierCheckDeps): Promise<MarkedRun[]> {
  const marked: MarkedRun[] = [];
  for await (const some of inBatches(runsRepository.streamOutliers(), RUNS_AT_ONCE)) {
    const buildOf = await buildsRepository.findSomeRanked(some.map(({ build_id }) => build_id));
    const compared = await catalogue.comparedAs(
      some.map(({ build_id }) => buildOf.get(build_id)?.parts ?? {}),
    );
    for (const [index, { mark, ...run }] of some.entries()) {
      const { run_id, build_id, benchmark_id, score } = run;
      const [build, type] = [buildOf.get(build_id), benchmarkTypeOf(benchmark_id)];
      const categories = rankedCategoriesOf({ ...run, unranked: null }, type).map(categoryIdOf);
      if (!build || categories.length === 0 || score === null || score <= 0) continue;
      const value = valueOf(score, { isHigherBetter: type.higher_is_better });
      marked.push({
        ...build,
        parts: compared[index] ?? {},
        run_id,
        build_id,
        benchmark_id,
        mark,
        value,
        categories,
      });
    }
  }
  return marked;
}

function byCategory(marked: readonly MarkedRun[]): Map<string, MarkedRun[]> {
  const markedIn = new Map<string, MarkedRun[]>();
  for (const run of marked)
    for (const category of run.categories) {
      const known = markedIn.get(category);
      if (known) known.push(run);
      else markedIn.set(category, [run]);
    }
  return markedIn;
}

/**
 * Yields all categories (benchmark, variant and settings): first those with ranked builds, then those in which every
 * run is marked as an outlier.
 */
async function* readCategories(
  { entries, benchmarkTypeOf }: Pick<OutlierCheckDeps, "entries" | "benchmarkTypeOf">,
  markedIn: ReadonlyMap<string, readonly MarkedRun[]>,
): AsyncGenerator<CheckedCategory> {
  const begin = (category: string, benchmark_id: number): CheckedCategory => {
    const { measures } = benchmarkTypeOf(benchmark_id);
    return { category, benchmark_id, entries: createCategoryEntries(measures) };
  };
  const read = new Set<string>();
  let current: CheckedCategory | null = null;
  for await (const entry of entries.streamByCategory()) {
    if (current?.category !== entry.category) {
      if (current) yield current;
      current = begin(entry.category, entry.benchmark_id);
      read.add(entry.category);
    }
    current.entries.add(entry);
  }
  if (current) yield current;
  for (const [category, [first]] of markedIn)
    if (first && !read.has(category)) yield begin(category, first.benchmark_id);
}

/** Records how many runs of a build the outlier check has marked in a category (benchmark, variant and settings). */
type Note = (buildId: number, category: CheckedCategory, marks: number) => void;

/**
 * Marks the runs of a category (benchmark, variant and settings) that lie far from the runs of builds with the same
 * parts. Records for each run that was marked before whether it still lies far from them.
 */
async function markFar(
  deps: OutlierCheckDeps,
  checked: CheckedCategory,
  { marked, note }: { marked: readonly MarkedRun[]; note: Note },
): Promise<void> {
  const { category, entries } = checked;
  const indexed = marked.map((run) => [run, entries.add(run)] as const);
  const mark = createMarkOutliers(deps, checked);
  const exactly = indexed.filter(([{ categories }]) => categories.at(-1) === category);
  for (const [buildId, usual] of findFar(entries, exactly))
    note(buildId, checked, await mark.far(buildId, usual));
}

/**
 * Marks the runs of a category (benchmark, variant and settings) that are far ahead of the runs of all other accounts.
 * Records for each run that was marked before whether it is still far ahead. Does nothing in a category that is limited
 * to a resolution or preset. Returns the number of best runs of builds that it has compared.
 * @param changed the builds in which this check has marked runs, as keys
 */
async function markAhead(
  deps: OutlierCheckDeps,
  checked: CheckedCategory,
  {
    marked,
    changed,
    note,
  }: { marked: readonly MarkedRun[]; changed: ReadonlyMap<number, number>; note: Note },
): Promise<number> {
  const { category, entries } = checked;
  const mark = createMarkOutliers(deps, checked);
  // A category that is the first one of a marked run covers all settings. Ask `mark` only about other categories,
  // because `mark` does not know a category in which every run is marked: such a category is not stored.
  if (!marked.some(({ categories }) => categories[0] === category) && !(await mark.hasAllSettings()))
    return 0;
  const count = entries.count();
  const left = new Map<number, number | null>();
  for (let index = 0; index < count; index += 1) {
    const { build_id } = entries.at(index);
    if (changed.has(build_id)) left.set(build_id, await mark.bestLeft(build_id));
  }
  const indexed = marked.map((run) => [run, entries.add(run)] as const);
  await findAhead(entries, {
    count,
    total: buildsOf(entries, count, marked).size,
    marked: indexed,
    left,
    markAhead: async (buildId, best) => {
      note(buildId, checked, await mark.ahead(buildId, best));
      return mark.bestLeft(buildId);
    },
  });
  return count;
}

/**
 * Returns the ids of all builds in a category (benchmark, variant and settings), including builds that have only runs
 * marked as outliers.
 */
function buildsOf(entries: CategoryEntries, count: number, marked: readonly MarkedRun[]): Set<number> {
  const builds = new Set(marked.map(({ build_id }) => build_id));
  for (let index = 0; index < count; index += 1) builds.add(entries.at(index).build_id);
  return builds;
}

async function clear(
  { runsRepository }: Pick<OutlierCheckDeps, "runsRepository">,
  cleared: readonly MarkedRun[],
) {
  let count = 0;
  for await (const some of inBatches(cleared, RUNS_AT_ONCE))
    count += await runsRepository.clearOutliers(some.map(({ run_id }) => run_id));
  return count;
}
