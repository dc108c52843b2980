import { fileOfObjects, inPages, type AccountData } from "../account-data.ts";
import type { benchmarkTypeOf, BuildCapacity, RunsRepository } from "../benchmarks/index.ts";
import type { Config } from "../config.ts";
import type { BuildsRepository } from "../builds/index.ts";
import { inBatches } from "../infra/batches.ts";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import type { NewId } from "../infra/new-id.ts";
import { finishEach, oneByOne, type Sweep } from "../infra/sweep.ts";
import type { Catalogue, ScoreChanges } from "../products/index.ts";
import type { JobQueue } from "../queues/job-queue.ts";
import { createStandingUpdates, type StandingUpdates } from "./update/standing-updates.ts";
import { createUpdateEntries } from "./update/update-entries.ts";
import { groupByBuild, type Entry } from "./model/entry.ts";
import type { Ranks } from "./ranks/ranks.ts";
import { createReadStandings } from "./read-standings.ts";
import { createFarAhead } from "./outliers/far-ahead.ts";
import { createOutlierCheck } from "./outliers/outlier-check.ts";
import { createRebuild } from "./rebuild.ts";
import type { CategoriesRepository } from "./records/categories-repository.ts";
import type { EntriesRepository } from "./records/entries-repository.ts";

const ENTRIES_A_PAGE = 200;
/**
 * The number of builds that a sweep of the standings updates at the same time. After an outage or a large import, a
 * sweep may have to update many builds.
 */
const BUILDS_AT_ONCE = 4;
const PRODUCTS_AT_ONCE = 100;

interface StandingsDeps {
  runsRepository: RunsRepository;
  buildsRepository: BuildsRepository;
  catalogue: Pick<Catalogue, "comparedAs" | "findStandingsDue" | "clearStandingsDue">;
  capacity: Pick<BuildCapacity, "updateFull">;
  benchmarkTypeOf: typeof benchmarkTypeOf;
  entries: EntriesRepository;
  categories: CategoriesRepository;
  scoreChanges: ScoreChanges;
  ranks: Pick<Ranks, "update" | "standingsOf" | "pairsOf" | "sizesOf" | "refill" | "pageOf">;
  queue: Pick<JobQueue, "updateStandings">;
  clock: Clock;
  newId: NewId;
  config: Pick<Config, "STANDING_WAIT_MS">;
  logger: Logger;
}

/**
 * The service that reads the standings of results among comparable results, and updates the entries (best runs of
 * builds) after changes of runs and builds.
 */
export type Standings = ReturnType<typeof createStandings>;

/**
 * Creates the service of standings (the ranks of builds among comparable builds). Code that changes a run or a build
 * only marks this run or build as changed; `update` then updates the entries (best runs of builds), and after them the
 * ranks. See docs/decisions/0012-standings.md.
 */
export function createStandings(deps: StandingsDeps) {
  const { entries } = deps;
  const updateEntries = createUpdateEntries(deps);
  const updates = createStandingUpdates({ ...deps, updateEntries, farAheadIn: createFarAhead(deps) });
  const findPage = (accountId: string) => (afterId?: string) =>
    entries.findOfAccount(accountId, { limit: ENTRIES_A_PAGE, afterId });
  return {
    ...createChangeMarks(deps, updates),
    ...createReadStandings(deps),

    /**
     * Updates the standings after a change of a build or of its runs. With a benchmark, ranks the build's changed runs
     * of this benchmark. Without a benchmark, updates all entries (best runs) of the build, because its parts have
     * changed or it was deleted. The method may be called any number of times.
     */
    update: (buildId: number, benchmarkId: number | undefined, signal?: AbortSignal): Promise<void> =>
      benchmarkId === undefined
        ? updates.build(buildId, signal)
        : updates.runsOf({ buildId, benchmarkId }, signal),

    sweep: createSweep(deps, updates),

    /** The sweep that checks all results for outliers each hour; its methods `run` and `checkAll` check immediately. */
    outlierCheck: createOutlierCheck(deps),

    /**
     * Rebuilds all standings (ranks among comparable builds): ranks every run again, updates the best run of every
     * build, and fills the ranks in Redis.
     */
    rebuildAll: createRebuild({ ...deps, updates, updateEntries }),

    accountData: {
      name: "standings",
      // The builds of the account are already deleted, so the update of an entry (best run of a build) removes the
      // entry.
      removeAllOf: async (accountId: string) => {
        await finishEach(groupsOf(inPages(findPage(accountId))), ([buildId, own]) =>
          updateEntries(buildId, own),
        );
      },
      exportAllOf: async function* (accountId: string) {
        yield fileOfObjects("standings.json", inPages(findPage(accountId)));
      },
    } satisfies AccountData,
  };
}

/** Yields entries (best runs of builds) in groups, each of entries of one build. */
async function* groupsOf(entries: AsyncIterable<Entry>): AsyncGenerator<[number, Entry[]]> {
  for await (const page of inBatches(entries, ENTRIES_A_PAGE)) yield* groupByBuild(page);
}

/**
 * Creates the functions by which the rest of the service requests an update of the standings after a change of a run or
 * a build.
 */
function createChangeMarks(
  { queue, logger }: Pick<StandingsDeps, "queue" | "logger">,
  updates: StandingUpdates,
) {
  const ask = async (buildId: number, benchmarkId?: number): Promise<void> => {
    try {
      await queue.updateStandings(buildId, benchmarkId);
    } catch (error) {
      const facts = { err: error, build_id: buildId, benchmark_id: benchmarkId };
      logger.warn(facts, "requesting an update of standings failed; the sweep of standings finds the change");
    }
  };
  return {
    /**
     * Asks a worker to rank the changed runs of a build in a benchmark. Never throws: if the request to the queue
     * fails, the sweep finds the change.
     */
    markChanged: (buildId: number, benchmarkId: number): Promise<void> => ask(buildId, benchmarkId),

    /** Asks a worker to update the standings of a build after a change of its parts or its deletion. Never throws. */
    markBuildChanged: (buildId: number): Promise<void> => ask(buildId),

    /**
     * Updates the standings of a changed build and of its changed runs in this process, instead of asking a worker.
     * Never throws: if the update fails, the build and its runs stay marked as changed. Returns whether the update
     * succeeded.
     */
    updateNow: async (buildId: number): Promise<boolean> => {
      try {
        await updates.build(buildId);
        await updates.runsOf({ buildId });
        return true;
      } catch (error) {
        logger.warn(
          { err: error, build_id: buildId },
          "updating the standings of a build failed; the sweep of standings updates them",
        );
        return false;
      }
    },

    /**
     * Removes deleted runs of a build from the standings. Never throws: if the removal fails, the runs stay marked as
     * changed.
     */
    leaveOut: async (buildId: number, runIds: readonly string[]): Promise<void> => {
      try {
        await updates.certainRuns(buildId, runIds);
      } catch (error) {
        logger.warn(
          { err: error, build_id: buildId },
          "removing deleted runs from the standings failed; the sweep of standings removes them",
        );
      }
    },
  };
}

/**
 * Creates the sweep that updates the standings of changed runs and builds for which no worker got a job. The sweep
 * also updates builds with a product that counts as another chip or model since an import.
 */
function createSweep(
  deps: Pick<StandingsDeps, "runsRepository" | "buildsRepository" | "catalogue">,
  updates: StandingUpdates,
): Sweep {
  const { runsRepository, buildsRepository } = deps;
  return {
    name: "standings",
    run: async (signal?: AbortSignal) => {
      await markBuildsWithChanged(deps);
      const options = { signal, atOnce: BUILDS_AT_ONCE };
      const [ofRuns, ofBuilds] = await Promise.allSettled([
        finishEach(
          oneByOne(runsRepository.findBuildWithRankingDue),
          (buildId) => updates.runsOf({ buildId }, signal),
          options,
        ),
        finishEach(
          oneByOne(buildsRepository.findStandingDue),
          (buildId) => updates.build(buildId, signal),
          options,
        ),
      ]);
      const outcomes = [ofRuns, ofBuilds];
      const errors = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      if (errors.length > 0) throw new AggregateError(errors, "some standings could not be updated");
      return outcomes.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
    },
  };
}

/**
 * Marks builds for an update of their standings if an import has changed the chip or model of a product that they
 * contain.
 */
async function markBuildsWithChanged({
  buildsRepository,
  catalogue,
}: Pick<StandingsDeps, "buildsRepository" | "catalogue">): Promise<void> {
  for (;;) {
    const changed = await catalogue.findStandingsDue(PRODUCTS_AT_ONCE);
    for (const product of changed) {
      await buildsRepository.markStandingDueWith(product.kind, product.id);
      await catalogue.clearStandingsDue(product);
    }
    if (changed.length < PRODUCTS_AT_ONCE) return;
  }
}
