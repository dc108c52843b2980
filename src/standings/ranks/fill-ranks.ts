import type { Db } from "mongodb";
import { inBatches } from "../../infra/batches.ts";
import type { Clock } from "../../infra/clock.ts";
import { withLease } from "../../infra/lease.ts";
import type { NewId } from "../../infra/new-id.ts";
import { placesOf } from "../model/cohort.ts";
import type { RankedEntry } from "../model/entry.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";
import type { AccountPlace, RankWrites } from "./rank-writes.ts";
import { createCategoryLookup, type SettleDeps, type UpdateRanks } from "./update-ranks.ts";

/**
 * The number of entries (best runs of builds) that one call of Redis adds to the ranks, each to at most four cohorts.
 * Redis answers other clients between two calls.
 */
const ENTRIES_A_STEP = 100;
const PLACES_A_STEP = 200;
/** The longest time after a crash of the worker that fills the ranks, in ms, until another worker may fill them. */
const LEASE_MS = 30_000;

/** The services that the copying of the ranks from MongoDB to Redis uses. */
export interface FillDeps {
  db: Db;
  clock: Clock;
  newId: NewId;
  writes: RankWrites;
  update: UpdateRanks;
  entries: Pick<EntriesRepository, "streamRanked">;
  categories: SettleDeps["categories"];
  benchmarkTypes: SettleDeps["benchmarkTypes"];
}

/**
 * The error that ends the copying of the ranks from MongoDB to Redis: the process stops, another worker copies the
 * ranks, or Redis has lost the new copy. Only this file catches the error.
 */
class FillingLostError extends Error {}

/**
 * Creates the function that fills the ranks from the entries in MongoDB. The ranks are filled if Redis has none, or
 * only ranks of an earlier Redis process, which may be an older copy. A filling writes a new generation of keys,
 * which nobody reads before it is complete.
 * 1. A new generation begins, and every change is written to it from then on.
 * 2. One worker under a lease streams all entries into the new generation. The stream may overwrite a change with an
 *    entry that was read before the change, so each change is recorded as touched.
 * 3. The touched places are updated again, until none is left. The atomic step that finds no touched place makes the
 *    generation ready.
 * The worker may crash anywhere: the next worker begins another generation. Old generations are removed at the end.
 */
export function createFillRanks(deps: FillDeps) {
  const { db, clock, newId, writes } = deps;
  return {
    /**
     * Fills the ranks if Redis has none, and removes the copies of the ranks that earlier fillings have left. Returns
     * whether the ranks were filled.
     * @param options.isForced true to fill the ranks even if Redis has them
     * @param options.signal aborts when the process stops
     */
    refill: async ({ isForced = false, signal }: FillOptions = {}): Promise<boolean> => {
      const isNeeded = async () => isForced || !(await writes.isReady());
      let isFilled = false;
      if (await isNeeded()) {
        const lease = { db, name: "fill ranks", owner: newId(), durationMs: LEASE_MS, clock };
        await withLease(lease, async () => {
          if (await isNeeded()) isFilled = await fillUnlessLost(deps, signal);
        });
      }
      await writes.removeAbandoned(signal);
      return isFilled;
    },
  };
}

/** The options for filling the ranks in Redis from the best runs of builds in MongoDB. */
export interface FillOptions {
  isForced?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

async function fillUnlessLost(deps: FillDeps, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await fillNewGeneration(deps, signal);
    return true;
  } catch (error) {
    if (error instanceof FillingLostError) return false;
    throw error;
  }
}

async function fillNewGeneration(
  { newId, writes, ...deps }: FillDeps,
  signal: AbortSignal | undefined,
): Promise<void> {
  const generation = newId();
  // If another worker takes over the lease for filling the ranks, it begins another generation (copy) of the ranks.
  // `isStillFilling` is then false for the generation of this worker.
  const goOn = (isStillFilling: boolean) => {
    if (signal?.aborted || !isStillFilling) throw new FillingLostError();
  };
  await writes.begin(generation);
  const addedOf = createAdded(deps);
  for await (const batch of inBatches(deps.entries.streamRanked(), ENTRIES_A_STEP))
    goOn(await writes.add(generation, await Promise.all(batch.map(addedOf))));
  goOn(await writes.endStreaming(generation));
  for (;;) {
    const touched = await writes.finish(generation, PLACES_A_STEP);
    if (touched?.length === 0) return;
    goOn(touched !== null);
    for (const group of byAccountAndCategory(touched ?? []))
      await deps.update(
        group[0],
        group.map(({ place }) => place),
      );
  }
}

/**
 * Creates the function that converts a stored entry (best run of a build) to the form in which `writes.add` adds the
 * entry to the ranks in Redis.
 */
function createAdded(deps: Parameters<typeof createCategoryLookup>[0]) {
  const categoryOf = createCategoryLookup(deps);
  return async ({ account_id, category, value, parts }: RankedEntry) => ({
    accountId: account_id,
    category: await categoryOf(category),
    value,
    places: placesOf(parts),
  });
}

type Group = [AccountPlace, ...AccountPlace[]];

function byAccountAndCategory(touched: readonly AccountPlace[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of touched) {
    const name = `${one.accountId} ${one.category}`;
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return [...groups.values()];
}
