import { randomUUID } from "node:crypto";
import { benchmarkTypes } from "../../../src/benchmarks/index.ts";
import { systemClock } from "../../../src/infra/clock.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import { categoryIdOf, type Category } from "../../../src/standings/model/category.ts";
import { memberOf, placesOf, type CohortParts } from "../../../src/standings/model/cohort.ts";
import { contentOf, entryIdOf, isRanked, type Entry } from "../../../src/standings/model/entry.ts";
import { createRanks, type RanksDeps } from "../../../src/standings/ranks/ranks.ts";
import { createCategoriesRepository } from "../../../src/standings/records/categories-repository.ts";
import { createEntriesRepository } from "../../../src/standings/records/entries-repository.ts";
import type { TestStores } from "../../helpers/stores.ts";

/** The category of a benchmark with typed-in scores. */
export const category: Category = { benchmark_id: 15, variant: null, resolution: null, preset: null };

/** The id under which entries and ranks of `category` are stored. */
export const categoryId = categoryIdOf(category);

/** The account, parts and score of one build, as a test gives them. */
export interface Given {
  buildId: number;
  accountId: string;
  parts: CohortParts;
  /** The score of the build's best ranked run; null if the build has no ranked run. */
  score: number | null;
}

/** The entries and ranks that `createRankWorld` creates. */
export type RankWorld = Awaited<ReturnType<typeof createRankWorld>>;

/**
 * Creates entries and ranks that no other test uses. `replaced` contains replacements for dependencies of the ranks.
 */
export async function createRankWorld(stores: TestStores, replaced: Partial<RanksDeps> = {}) {
  const prefix = `${stores.keyPrefix}-${randomUUID()}`;
  const db = stores.db;
  const entries = createEntriesRepository(db);
  const categories = createCategoriesRepository(db);
  await categories.insertMissing([{ category, texts: { resolution: null, preset: null }, title: null }]);
  const queue = { fillRanks: async () => undefined, checkScores: async () => undefined };
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const deps = {
    queue,
    logger,
    redis: stores.redis,
    db,
    clock: systemClock,
    newId: randomUUID,
    entries,
    categories,
    benchmarkTypes,
  };
  const config = { REDIS_KEY_PREFIX: prefix };
  const ranks = createRanks({ ...deps, config, ...replaced });
  const stored = new Map<number, Entry>();

  /**
   * Writes an entry without updating the ranks. Returns what an update of the ranks needs: the account and category,
   * and the rank lists (`places`) of the former and the present parts.
   */
  async function write({ buildId, accountId, parts, score }: Given, in_: Category = category) {
    const id = categoryIdOf(in_);
    const before = stored.get(buildId);
    const best =
      score === null ? null : { run_id: `run-${buildId}`, score, value: score, created_at: new Date(0) };
    const entry = {
      _id: entryIdOf(buildId, id),
      build_id: buildId,
      benchmark_id: in_.benchmark_id,
      category: id,
      revision: (before?.revision ?? 0) + 1,
      ...contentOf({ account_id: accountId, parts }, best),
    } as Entry;
    if (before) await entries.replace(entry);
    else await entries.insertMissing([entry]);
    stored.set(buildId, entry);
    return {
      of: { accountId, category: id },
      places: [...placesOf(before?.parts ?? {}), ...placesOf(parts)],
    };
  }

  return {
    ranks,
    prefix,
    root: `{${prefix}:standings}`,
    entries,
    categories,
    write,

    /** Writes an entry of a ranking (the best run of a build) and updates the ranks. */
    put: async (given: Given, in_?: Category): Promise<void> => {
      const { of, places } = await write(given, in_);
      await ranks.update(of, places);
    },

    /** Returns the score of each member of a cohort (a group of compared builds), computed from the entries. */
    membersOf: (cohort: string): Map<string, number> => {
      const best = new Map<string, number>();
      for (const entry of stored.values()) {
        if (!isRanked(entry)) continue;
        const place = placesOf(entry.parts).find((one) => one.cohort === cohort);
        if (!place) continue;
        const member = memberOf(entry.account_id, place);
        best.set(member, Math.max(entry.score, best.get(member) ?? Number.NEGATIVE_INFINITY));
      }
      return best;
    },

    /** Returns every cohort (group of compared builds) in which an entry is or was. */
    cohorts: (): string[] => [
      ...new Set([...stored.values()].flatMap(({ parts }) => placesOf(parts).map(({ cohort }) => cohort))),
    ],
  };
}

/** Returns the quantile of ascending numbers by the definition of type 7. */
export function quantile(ascending: readonly number[], p: number): number {
  const place = (ascending.length - 1) * p;
  const low = Math.floor(place);
  const [before = 0, behind = before] = [ascending[low], ascending[low + 1]];
  return before + (behind - before) * (place - low);
}
