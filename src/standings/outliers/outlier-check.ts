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
import { compareAccounts, findFar, type MarkedResult } from "./find-outliers.ts";
import { createMarkOutliers } from "./mark-outliers.ts";

const INTERVAL_MS = 60 * 60 * 1000;
/**
 * The number of runs marked as outliers whose builds one query reads, and the number of marks that one write clears.
 */
const RUNS_AT_ONCE = 200;
/** Maximum number of builds for which a check adds a job. The sweep of standings ranks the runs of further builds. */
const MAX_JOBS = 1000;

/** The dependencies of createOutlierCheck. */
export interface OutlierCheckDeps {
  entries: Pick<EntriesRepository, "streamByCategory">;
  categories: Pick<CategoriesRepository, "find">;
  runsRepository: Pick<RunsRepository, "streamOutliers" | "markOutliers" | "clearOutliers">;
  buildsRepository: Pick<BuildsRepository, "findSomeRanked">;
  catalogue: Pick<Catalogue, "comparedAs">;
  benchmarkTypeOf: typeof benchmarkTypeOf;
  queue: Pick<JobQueue, "updateStandings">;
}

interface MarkedRun extends MarkedResult {
  run_id: string;
  benchmark_id: number;
}

/** A category whose entries the outlier check compares, with these entries. */
interface CheckedCategory {
  category: string;
  benchmark_id: number;
  entries: CategoryEntries;
}

/** How many results an outlier check has compared, how many it has marked, and how many marks it has cleared. */
interface CheckedOutliers {
  /** The number of best results of builds in categories, plus the number of runs that were marked before the check. */
  checked: number;
  marked: number;
  cleared: number;
}

/**
 * Creates the check of all results for outliers, and the sweep that makes this check each hour. A check marks runs that
 * are outliers, checks every earlier mark anew, and clears the marks of runs that are no longer outliers. Jobs rank the
 * builds of these runs again; the sweep of standings ranks builds for which there is no job. The check may be
 * interrupted anywhere: the next round checks everything again.
 */
export function createOutlierCheck(deps: OutlierCheckDeps) {
  const checkAll = async (signal?: AbortSignal): Promise<CheckedOutliers> => {
    const before = await readMarked(deps);
    const markedIn = byCategory(before);
    const changed = new Map<number, number>();
    const counts = { checked: before.length, marked: 0, cleared: 0 };
    const check = async (category: CheckedCategory) => {
      counts.checked += category.entries.count();
      const found = await checkCategory(deps, category, markedIn.get(category.category) ?? []);
      for (const [buildId, marks] of found) {
        counts.marked += marks;
        changed.set(buildId, category.benchmark_id);
      }
    };
    try {
      await finishEach(readCategories(deps, markedIn), check, { signal });
    } finally {
      const cleared = before.filter(({ isFar, isAhead }) => isFar === false && isAhead === false);
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
 * Reads the runs that are marked as outliers, whose build has an owner, and which belong to a category. Runs about
 * which a reviewer or a file reader has decided are left out.
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

/** Yields all categories: those with entries, then those in which every run is marked as an outlier. */
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

/**
 * Marks the outliers of a category, and records for each run that was already marked whether the run is still an
 * outlier. Returns the number of newly marked runs of each build.
 */
async function checkCategory(
  deps: OutlierCheckDeps,
  { category, benchmark_id, entries }: CheckedCategory,
  marked: readonly MarkedRun[],
): Promise<ReadonlyMap<number, number>> {
  const count = entries.count();
  const indexed = marked.map((run) => [run, entries.add(run)] as const);
  const total = buildsOf(entries, count, marked).size;
  const mark = createMarkOutliers(deps, { category, benchmark_id });
  const marks = new Map<number, number>();
  const note = (buildId: number, some: number): void => {
    if (some > 0) marks.set(buildId, some + (marks.get(buildId) ?? 0));
  };
  const exactly = indexed.filter(([{ categories }]) => categories.at(-1) === category);
  for (const [buildId, usual] of findFar(entries, count, exactly))
    note(buildId, await mark.far(buildId, usual));
  for (;;) {
    const accounts = compareAccounts(entries, { count, total, without: marks });
    const leader = accounts.findLeader();
    if (leader) for (const buildId of leader.builds) note(buildId, await mark.ahead(buildId, leader.rivals));
    // If no new run was marked, at most results that a reviewer has accepted are still far ahead. Accepted results
    // count in all comparisons, so the runs that were marked before can now be compared with the remaining results.
    if (!leader?.builds.some((buildId) => marks.has(buildId))) {
      accounts.tell(indexed.filter(([{ categories }]) => categories[0] === category));
      return marks;
    }
  }
}

/** Returns the ids of all builds in a category, including builds that have only runs marked as outliers. */
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
