import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { TryAgainError } from "../../errors.ts";
import { memberOf, placesOf, type Place } from "../model/cohort.ts";
import { isRanked } from "../model/entry.ts";
import { listOf } from "./category-lists.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";
import type { AccountCategory, PlacedValue, RankedCategory, RankWrites } from "./rank-writes.ts";

/** Of an account with at most so many entries in a category all are read at once; of others the best at each place. */
const FEW_ENTRIES = 32;
const MAX_ROUNDS = 500;
const MAX_DELAY_MS = 40;

/** Tells the ranks what the facts say of an account in a category. */
export type SettleRanks = ReturnType<typeof createSettleRanks>;

/** What settling needs. */
export interface SettleDeps {
  writes: RankWrites;
  entries: Pick<EntriesRepository, "findOfAccountIn" | "findBestAt">;
  categories: Pick<CategoriesRepository, "find">;
}

/**
 * Creates the function that sets the ranks of an account at places of a category to what its entries say. Nobody else
 * writes what an account has in a category between the reading of its entries and the write: a lock in Redis sees to
 * it. A writer that has lost its lock writes nothing and begins anew. So the last write always has what was stored when
 * the last change was settled. Does nothing where Redis has no ranks: whoever fills them reads the entries.
 * @throws RanksBusyError
 */
export function createSettleRanks({ writes, entries, categories }: SettleDeps) {
  const categoryOf = createCategoryLookup(categories);

  /** Returns whether the ranks are settled; false where the lock is another's, or was lost. */
  async function trySettle(of: AccountCategory, places: readonly Place[]): Promise<boolean> {
    const category = await categoryOf(of.category);
    const lock = await writes.lock(of);
    if (lock === null) return true;
    const { token } = lock;
    if (token === undefined) return false;
    try {
      const values = await bestValues(entries, of, places);
      return await writes.settle(of.accountId, category, { token, values });
    } catch (error) {
      // Nobody waits until the lock expires. Where Redis is away, it does expire.
      await writes.unlock(of, token).catch(() => undefined);
      throw error;
    }
  }

  return async function settle(of: AccountCategory, places: readonly Place[]): Promise<void> {
    if (places.length === 0) return;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (await trySettle(of, places)) return;
      // The time is random, so that writers who wait for each other do not always come at once.
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
 * Creates the function that describes a category for the ranks. What a category is never changes, so it is kept for the
 * next call. One that is not stored has lost its last entry, and its place in every list with it.
 */
export function createCategoryLookup(categories: SettleDeps["categories"]) {
  const known = new LRUCache<string, RankedCategory>({ max: MAX_KNOWN_CATEGORIES });
  return async (id: string): Promise<RankedCategory> => {
    const kept = known.get(id);
    if (kept) return kept;
    const [found] = await categories.find([id]);
    if (!found) return { id, list: null };
    const category = { id, list: listOf(found) };
    known.set(id, category);
    return category;
  };
}

/** Others have written what an account has in a category in each of many rounds. Trying again later is right. */
class RanksBusyError extends TryAgainError {
  constructor({ accountId, category }: AccountCategory) {
    const cause = new Error(
      `the ranks of account ${accountId} in category ${category} were locked in each of ${MAX_ROUNDS} rounds`,
    );
    super("Too many other changes of this account were ranked meanwhile.", { cause });
  }
}
