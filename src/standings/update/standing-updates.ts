import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type {
  BenchmarkType,
  benchmarkTypeOf,
  BuildCapacity,
  RankedRun,
  RunRanking,
  RunsRepository,
} from "../../benchmarks/index.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import { inBatches } from "../../infra/batches.ts";
import type { NewId } from "../../infra/new-id.ts";
import { finishEach } from "../../infra/sweep.ts";
import { categoryIdOf } from "../model/category.ts";
import { rankedCategoriesOf, rankingOf } from "../model/entry.ts";
import type { Message } from "../../readers/index.ts";
import type { FarAheadIn } from "../outliers/far-ahead.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";
import type { DescribedCategory, EntryName, UpdateEntries } from "./update-entries.ts";

/** The maximum number of runs that one step of an update of the standings claims and ranks. */
const RUNS_A_STEP = 200;
/** The maximum number of entries (best runs) of a build that an update after a change reads and writes together. */
const ENTRIES_A_PAGE = 100;
/**
 * The maximum random delay, in ms, before an update of the standings claims changed runs again, because some of them
 * were claimed by a concurrent update. The two updates wait for different times, so that one of them can finish.
 */
const MAX_DELAY_MS = 300;
/**
 * The maximum number of times that an update of the standings tries to claim changed runs, which another update may
 * claim at the same time. After the last attempt, the update leaves the runs to the other update.
 */
const MAX_TRIES = 5;

/** The services that the updates of the standings after changes of runs and builds use. */
export interface FollowDeps {
  runsRepository: RunsRepository;
  buildsRepository: BuildsRepository;
  capacity: Pick<BuildCapacity, "updateFull">;
  benchmarkTypeOf: typeof benchmarkTypeOf;
  entries: Pick<EntriesRepository, "findOfBuild">;
  updateEntries: UpdateEntries;
  farAheadIn: FarAheadIn;
  newId: NewId;
}

/** The query for the changed runs that one step of an update of the standings ranks. */
type DueSelection = Parameters<RunsRepository["claimRankingDue"]>[1];

/** The functions that update the entries (best runs of builds) of the standings after changes of runs and builds. */
export type StandingUpdates = ReturnType<typeof createStandingUpdates>;

/**
 * Creates the functions that update the entries (best runs of builds) of the standings after changes of runs and
 * builds. A crash may interrupt each step at any point: a run or build whose change was not processed stays marked as
 * changed.
 */
export function createStandingUpdates(deps: FollowDeps) {
  const step = createStep(deps);
  const runsOf = async (
    { buildId, benchmarkId }: Pick<DueSelection, "buildId" | "benchmarkId">,
    signal?: AbortSignal,
  ): Promise<void> => {
    for (;;) {
      signal?.throwIfAborted();
      const { found, told, isLast } = await step({ buildId, benchmarkId, limit: RUNS_A_STEP });
      // Update all entries (best runs) of a deleted build without changed runs: an earlier step may have crashed while
      // it updated an entry, and no run refers to this entry any more.
      if (found === 0 && !(await deps.buildsRepository.findRanked(buildId)))
        await updateAllOf(deps, buildId, signal);
      // After the last step no changed run is left: a run that changes during the step gets a job of its own.
      if (found === 0 || (isLast && told === found)) return deps.capacity.updateFull(buildId);
      if (told < found) await sleep(Math.random() * MAX_DELAY_MS);
    }
  };
  return {
    /**
     * Ranks all changed runs of a build, in one benchmark or in all, and records whether the build has reached its
     * maximum number of runs.
     */
    runsOf,

    /**
     * Ranks those of the given runs of a build that have changed, and records whether the build has reached its maximum
     * number of runs.
     */
    certainRuns: async (buildId: number, runIds: readonly string[]): Promise<void> => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const { found, told } = await step({ buildId, runIds, limit: runIds.length });
        if (told === found) break;
        await sleep(Math.random() * MAX_DELAY_MS);
      }
      await deps.capacity.updateFull(buildId);
    },

    /**
     * Updates all entries (best runs) of a build in the standings, after the build was deleted or its parts have
     * changed.
     */
    build: async (buildId: number, signal?: AbortSignal): Promise<void> => {
      const stepId = deps.newId();
      if (!(await deps.buildsRepository.claimStandingDue(buildId, stepId))) return;
      await updateAllOf(deps, buildId, signal);
      await deps.buildsRepository.clearStandingDue(buildId, stepId);
    },
  };
}

/**
 * Creates the function that ranks changed runs of a build.
 * 1. The function claims the runs, then reads them; a run that changes after its claim is left to another step.
 * 2. A run that is far ahead of all others is marked as an outlier, and not ranked.
 * 3. Each run gets its ranking, and the list of all categories in which the run may have been ranked until now.
 * 4. The entries of all these categories are updated from the best ranked runs, and the ranks from the entries.
 * 5. The runs are no longer marked as changed.
 */
function createStep(deps: FollowDeps) {
  const { runsRepository, buildsRepository, benchmarkTypeOf, updateEntries, farAheadIn, newId } = deps;
  return async (selection: DueSelection): Promise<StepOutcome> => {
    const stepId = newId();
    const { due, isLast } = await runsRepository.claimRankingDue(stepId, selection);
    if (due.length === 0) return { found: 0, told: 0, isLast };
    const build = await buildsRepository.findRanked(selection.buildId);
    const findFarAhead = farAheadIn(build);
    const decided = await Promise.all(
      due.map(async (run) =>
        decide(run, {
          outlier: await findFarAhead(run),
          benchmark: benchmarkTypeOf(run.benchmark_id),
          isBuildRanked: build !== null,
        }),
      ),
    );
    await runsRepository.recordRankings(stepId, decided);
    const described = new Map(decided.flatMap((one) => one.described));
    const names = new Map<string, EntryName>(
      decided.flatMap(({ was, run: { benchmark_id } }) =>
        was.map((category) => [category, { benchmark_id, category }]),
      ),
    );
    await finishEach(inBatches(names.values(), ENTRIES_A_PAGE), (some) =>
      updateEntries(selection.buildId, some, described),
    );
    const told = await runsRepository.clearRankingDue(
      stepId,
      due.map(({ run_id }) => run_id),
    );
    return { found: due.length, told, isLast: isLast && build !== null };
  };
}

/** The outcome of one step of an update of the standings. */
interface StepOutcome {
  /** The number of changed runs that the step has claimed. */
  found: number;
  /** The number of claimed runs that have not changed since, so that the standings contain their latest state. */
  told: number;
  /**
   * Whether no further step is needed: the step has found all changed runs, and their build has an owner and is neither
   * deleted nor hidden.
   */
  isLast: boolean;
}

interface DecideFacts {
  /** The message of the check of new runs if it finds the run to be an outlier; null if the run is no outlier. */
  outlier: Message | null;
  benchmark: BenchmarkType;
  /** Whether the build of the run has an owner and is neither deleted nor hidden. */
  isBuildRanked: boolean;
}

/** Decides whether a run is ranked, and in which categories (benchmark, variant and settings). */
function decide(due: RankedRun, { outlier, benchmark, isBuildRanked }: DecideFacts) {
  const run = outlier ? { ...due, unranked: outlier } : due;
  const ranking = rankingOf(run, benchmark);
  const was = new Set([
    ...run.ranking_was,
    ...(run.ranking?.categories ?? []),
    ...(ranking?.categories ?? []),
  ]);
  const described = rankedCategoriesOf(run, benchmark).map((category): [string, DescribedCategory] => [
    categoryIdOf(category),
    { category, settings: run.settings, title: run.title },
  ]);
  const place = isBuildRanked && ranking ? placeOf(run, ranking) : ("none" as const);
  return { run_id: run.run_id, run, ranking, was: [...was], outlier, place, described };
}

/** Returns "kept" if a run already has the given ranking; "new" if the run has another ranking or was never ranked. */
function placeOf({ ranked_at, ranking: before }: RankedRun, ranking: RunRanking): "kept" | "new" {
  return ranked_at !== null && isDeepStrictEqual(before, ranking) ? "kept" : "new";
}

/** Updates all entries (best runs) of a build in the standings. */
async function updateAllOf(
  { entries, updateEntries }: Pick<FollowDeps, "entries" | "updateEntries">,
  buildId: number,
  signal?: AbortSignal,
): Promise<void> {
  const findPage = (afterId?: string) => entries.findOfBuild(buildId, { limit: ENTRIES_A_PAGE, afterId });
  for (let page = await findPage(); page.length > 0; page = await findPage(page.at(-1)?._id)) {
    signal?.throwIfAborted();
    await updateEntries(buildId, page);
  }
}
