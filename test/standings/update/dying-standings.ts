import { randomUUID } from "node:crypto";
import { benchmarkTypeOf, benchmarkTypes } from "../../../src/benchmarks/model/benchmark-types.ts";
import { buildLimits } from "../../../src/benchmarks/model/build-limits.ts";
import { createRunsRepository, setUpRuns } from "../../../src/benchmarks/records/runs-repository.ts";
import { createBuildCapacity } from "../../../src/benchmarks/runs/build-capacity.ts";
import { createBuildsRepository, setUpBuilds } from "../../../src/builds/records/builds-repository.ts";
import { systemClock } from "../../../src/infra/clock.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import { createCatalogue } from "../../../src/products/catalogue/catalogue.ts";
import { setUpProducts } from "../../../src/products/catalogue/products-repository.ts";
import { createRanks } from "../../../src/standings/ranks/ranks.ts";
import {
  createCategoriesRepository,
  setUpCategories,
} from "../../../src/standings/records/categories-repository.ts";
import { createEntriesRepository, setUpEntries } from "../../../src/standings/records/entries-repository.ts";
import { createStandings } from "../../../src/standings/standings.ts";
import { STANDING_WAIT_MS } from "../../../src/standings/constants.ts";
import type { CohortParts } from "../../../src/standings/model/cohort.ts";
import type { TestStores } from "../../helpers/stores.ts";

/** Sets up the collections of runs, builds, products, ranking entries and categories. */
export async function setUpStandings({ db }: TestStores): Promise<void> {
  await Promise.all([
    setUpRuns(db),
    setUpBuilds(db),
    setUpProducts(db),
    setUpEntries(db),
    setUpCategories(db),
  ]);
}

/**
 * Creates the object that updates ranks, on the test's stores, and a function that creates this object as in a process
 * that dies.
 */
export function openStandings({ db, redis, keyPrefix }: TestStores) {
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const runs = createRunsRepository(db);
  const builds = createBuildsRepository(db);
  const entries = createEntriesRepository(db);
  const categories = createCategoriesRepository(db);
  const queue = {
    updateStandings: async () => undefined,
    fillRanks: async () => undefined,
    checkScores: async () => undefined,
    syncProducts: async () => undefined,
  };
  const catalogue = createCatalogue({ db, clock: systemClock, logger, queue });
  const ranks = createRanks({
    redis,
    db,
    clock: systemClock,
    newId: randomUUID,
    entries,
    categories,
    benchmarkTypes,
    queue,
    logger,
    config: { REDIS_KEY_PREFIX: keyPrefix },
  });
  /** The chips and models that were marked for a check of their scores since a test emptied the list. */
  const marked: CohortParts[] = [];
  const scoreChanges = { markDue: async (parts: readonly CohortParts[]) => void marked.push(...parts) };
  const real = {
    runsRepository: runs,
    buildsRepository: builds,
    catalogue,
    entries,
    categories,
    ranks,
    scoreChanges,
  };
  const standings = standingsOn(real);

  function standingsOn(stores: typeof real) {
    return createStandings({
      ...stores,
      capacity: createBuildCapacity({ ...stores, buildLimits }),
      benchmarkTypeOf,
      queue,
      clock: systemClock,
      newId: randomUUID,
      config: { STANDING_WAIT_MS },
      logger,
    });
  }

  /**
   * Returns the object that updates ranks, as in a process that dies at the given call of a store, before or after the
   * store has executed the call. All later calls fail without effect.
   */
  function dyingAt(call: number, when: "before" | "after") {
    let calls = 0;
    const watch = <Store extends object>(store: Store): Store =>
      new Proxy(store, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== "function") return value;
          return async (...args: unknown[]) => {
            calls += 1;
            if (calls > call || (calls === call && when === "before")) throw new Error("killed");
            const isLast = calls === call;
            const result: unknown = await Reflect.apply(value, target, args);
            if (isLast) throw new Error("killed");
            return result;
          };
        },
      });
    return standingsOn({
      runsRepository: watch(runs),
      buildsRepository: watch(builds),
      catalogue: watch(catalogue),
      entries: watch(entries),
      categories: watch(categories),
      ranks: watch(ranks),
      scoreChanges: watch(scoreChanges),
    });
  }

  return { runs, builds, catalogue, ranks, standings, marked, dyingAt };
}
