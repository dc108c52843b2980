import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { BenchmarkType } from "../../benchmarks/index.ts";
import { TryAgainError } from "../../errors.ts";
import { memberOf, placesOf, type Place } from "../model/cohort.ts";
import { isRanked } from "../model/entry.ts";
import { listOf, type RankedCategory } from "./category-lists.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";
import type { AccountCategory, PlacedValue, RankWrites } from "./rank-writes.ts";

/**
 * The highest number of an account's entries (best runs of builds) in a category that one query reads together. For an
 * account with more entries, one query for each cohort reads the account's best entry in the cohort.
 */
const FEW_ENTRIES = 32;
const MAX_ROUNDS = 500;
const MAX_DELAY_MS = 40;

/** Updates the ranks of an account in a category (benchmark, variant and settings) from the account's entries. */
export type UpdateRanks = ReturnType<typeof createUpdateRanks>;

/** The services by which createUpdateRanks updates the ranks of an account in Redis. */
export interface SettleDeps {
  writes: RankWrites;
  entries: Pick<EntriesRepository, "findOfAccountIn" | "findBestAt">;
  categories: Pick<CategoriesRepository, "find">;
  benchmarkTypes: readonly Pick<BenchmarkType, "id" | "measures">[];
}

/**
 * Creates the function that updates the ranks of an account in a category (benchmark, variant and settings) from the
 * account's entries. A lock in Redis ensures that no other writer changes the ranks of the account in the category
 * between the reading of the entries and the write. A writer that has lost its lock writes nothing and begins again. So
 * the last write always contains the entries as they were stored after the last change. The function does nothing if
 * Redis has no ranks, because the worker that fills the ranks reads the entries.
 * @throws RanksBusyError
 */
export function createUpdateRanks({ writes, entries, ...deps }: SettleDeps) {
  const categoryOf = createCategoryLookup(deps);

  /**
   * Tries once to update the ranks of an account. Returns false if another writer has the lock, or if the lock was
   * lost.
   */
  async function trySettle(of: AccountCategory, places: readonly Place[]): Promise<boolean> {
    const category = await categoryOf(of.category);
    const lock = await writes.lock(of);
    if (lock === null) return true;
    const { token } = lock;
    if (token === undefined) return false;
    try {
      const values = await bestValues(entries, of, places);
      return await writes.update(of.accountId, category, { token, values });
    } catch (error) {
      // Free the lock of the ranks, so that no other writer waits until the lock expires. If Redis is unavailable,
      // the lock expires.
      await writes.unlock(of, token).catch(() => undefined);
      throw error;
    }
  }

  return async function update(of: AccountCategory, places: readonly Place[]): Promise<void> {
    if (places.length === 0) return;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (await trySettle(of, places)) return;
      // Wait for a random time, so that writers that compete for the lock of the ranks do not always retry at the same
      // time.
      await sleep(Math.random() * Math.min(MAX_DELAY_MS, 2 + round));
    }
    throw new RanksBusyError(of);
  };
}

async function bestValues(
  entries: SettleDeps["entries"],
  { accountId, category }: AccountCategory,
  places: readonly Place[],
): Promise<PlacedValue[]> {
  const few = await entries.findOfAccountIn(accountId, category, { limit: FEW_ENTRIES + 1 });
  if (few.length > FEW_ENTRIES)
    return Promise.all(
      places.map(async (place) => ({
        place,
        value: (await entries.findBestAt(accountId, category, place))?.value ?? null,
      })),
    );
  const bestOf = new Map<string, number>();
  for (const { parts, value } of few.filter(isRanked))
    for (const place of placesOf(parts)) {
      const name = nameOf(place);
      bestOf.set(name, Math.max(value, bestOf.get(name) ?? Number.NEGATIVE_INFINITY));
    }
  return places.map((place) => ({ place, value: bestOf.get(nameOf(place)) ?? null }));
}

const nameOf = (place: Place): string => `${place.cohort} ${memberOf("", place)}`;

const MAX_KNOWN_CATEGORIES = 10_000;

/**
 * Creates the function that describes a category (benchmark, variant and settings) for the ranks in Redis. The
 * description of a category never changes, so the function caches it. A category that is not stored has lost its last
 * result, and therefore is in no list.
 */
export function createCategoryLookup({
  categories,
  benchmarkTypes,
}: Pick<SettleDeps, "categories" | "benchmarkTypes">) {
  const known = new LRUCache<string, RankedCategory>({ max: MAX_KNOWN_CATEGORIES });
  return async (id: string): Promise<RankedCategory> => {
    const kept = known.get(id);
    if (kept) return kept;
    const [found] = await categories.find([id]);
    if (!found) return { id, list: null, measures: [] };
    const isOfAllSettings = found.resolution === null && found.preset === null;
    const type = benchmarkTypes.find((one) => one.id === found.benchmark_id);
    const category = { id, list: listOf(found), measures: isOfAllSettings && type ? type.measures : [] };
    known.set(id, category);
    return category;
  };
}

/**
 * Thrown if other writers had the lock of an account and a category (benchmark, variant and settings) in each of
 * MAX_ROUNDS rounds. The caller should try again later.
 */
class RanksBusyError extends TryAgainError {
  constructor({ accountId, category }: AccountCategory) {
    const cause = new Error(
      `the ranks of account ${accountId} in category ${category} were locked in each of ${MAX_ROUNDS} rounds`,
    );
    super("Other requests or workers changed the ranks of this account for too long.", { cause });
  }
}
