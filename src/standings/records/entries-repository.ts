import type { Collection, Db } from "mongodb";
import type { Place } from "../model/cohort.ts";
import { isRanked, type Entry, type RankedEntry } from "../model/entry.ts";

/** The access to the stored entries of the standings (best runs of builds), from which the ranks in Redis are made. */
export type EntriesRepository = ReturnType<typeof createEntriesRepository>;

const entriesOf = (db: Db): Collection<Entry> => db.collection("standings");

/** Returns the functions that read and write the entries (best runs of builds) of the standings. */
export function createEntriesRepository(db: Db) {
  const entries = entriesOf(db);
  return {
    ...createReading(entries),
    ...createReadingOfAccounts(entries),
    ...createWriting(entries),
  };
}

/**
 * Creates the indexes of the collection with the entries (best runs of builds) of the standings. The function may be
 * called any number of times.
 */
export async function setUpEntries(db: Db): Promise<void> {
  await entriesOf(db).createIndexes([
    { key: { build_id: 1, _id: 1 } },
    { key: { category: 1, run_id: 1 } },
    { key: { account_id: 1, _id: 1 } },
    { key: { account_id: 1, category: 1, _id: 1 } },
    { key: { account_id: 1, category: 1, cohorts: 1, value: -1 } },
    { key: { account_id: 1, category: 1, pair: 1, value: -1 } },
  ]);
}

function createReading(entries: Collection<Entry>) {
  const find = (ids: readonly string[]): Promise<Entry[]> =>
    entries.find({ _id: { $in: [...ids] } }).toArray();
  return {
    /**
     * Returns the entries (best runs of builds) of the standings with the given ids, with a ranked run and without, in
     * any order.
     */
    find,

    /** Returns those entries (best runs of builds) of the standings with the given ids that have a ranked run. */
    findRanked: async (ids: readonly string[]): Promise<RankedEntry[]> => (await find(ids)).filter(isRanked),

    /**
     * Returns entries (best runs of builds) of the standings, with a ranked run and without, in the order of their ids.
     */
    findAll: ({ limit, afterId = "" }: Page): Promise<Entry[]> =>
      entries
        .find({ _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Returns the approximate number of entries (best runs of builds) in the standings. */
    countRoughly: (): Promise<number> => entries.estimatedDocumentCount(),

    /** Returns the entries (best runs) of a build, with a ranked run and without, in the order of their ids. */
    findOfBuild: (buildId: number, { limit, afterId = "" }: Page): Promise<Entry[]> =>
      entries
        .find({ build_id: buildId, _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Returns the ids of builds that have a ranked run in a category of results, at most `limit`, in any order. */
    findBuildsIn: async (category: string, limit: number): Promise<number[]> => {
      const query = { category, run_id: { $gt: "" } };
      const found = entries.find(query, { projection: { build_id: 1 } }).limit(limit);
      return (await found.toArray()).map(({ build_id }) => build_id);
    },

    /** Returns any one entry (best run of a build) of a category; null if no build has a run in the category. */
    findAnyOf: async (category: string): Promise<RankedEntry | null> => {
      const entry = await entries.findOne({ category, run_id: { $gt: "" } });
      return entry && isRanked(entry) ? entry : null;
    },
  };
}

function createReadingOfAccounts(entries: Collection<Entry>) {
  return {
    /** Returns an account's entries (best runs) in a category, with a run and without, in the order of their ids. */
    findOfAccountIn: (accountId: string, category: string, { limit, afterId = "" }: Page): Promise<Entry[]> =>
      entries
        .find({ account_id: accountId, category, _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Returns the entries (best runs of builds) of an account, with a run and without, in the order of their ids. */
    findOfAccount: (accountId: string, { limit, afterId = "" }: Page): Promise<Entry[]> =>
      entries
        .find({ account_id: accountId, _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /**
     * Returns the best entry (best run of a build) of an account at a place in the ranks; null if the account has no
     * entry at the place. An index finds the entry, however many entries the account has.
     */
    findBestAt: async (
      accountId: string,
      category: string,
      { cohort, pair }: Place,
    ): Promise<RankedEntry | null> => {
      const at = pair === null ? { cohorts: cohort } : { pair };
      const best = await entries
        .find({ account_id: accountId, category, ...at })
        .sort({ value: -1 })
        .limit(1)
        .next();
      // If the first entry has no run, none of the entries has one: the sort puts entries without a run (null) last.
      return best && isRanked(best) ? best : null;
    },

    /**
     * Yields all entries (best runs of builds) of the standings that have a ranked run, grouped by account and
     * category.
     */
    streamRanked: async function* (): AsyncGenerator<RankedEntry> {
      for await (const entry of entries.find({}).sort({ account_id: 1, category: 1, _id: 1 }))
        if (isRanked(entry)) yield entry;
    },

    /** Yields the fields that the outlier check reads of the best run of each build, grouped by category. */
    streamByCategory: async function* (): AsyncGenerator<Pick<RankedEntry, keyof typeof checkedFields>> {
      const all = entries
        .find({})
        .sort({ category: 1, run_id: 1 })
        .project<Pick<Entry, keyof typeof checkedFields>>(checkedFields);
      for await (const { run_id, value, ...fields } of all)
        if (run_id !== null && value !== null) yield { ...fields, run_id, value };
    },
  };
}

/** The fields of an entry (best run of a build) that the hourly outlier check reads. */
const checkedFields = {
  category: 1,
  benchmark_id: 1,
  account_id: 1,
  build_id: 1,
  parts: 1,
  value: 1,
  run_id: 1,
} as const;

function createWriting(entries: Collection<Entry>) {
  return {
    /** Stores new entries (best runs of builds) of the standings, without those whose ids are stored already. */
    insertMissing: async (all: readonly Entry[]): Promise<void> => {
      if (all.length === 0) return;
      const writes = all.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
      }));
      await entries.bulkWrite(writes, { ordered: false });
    },

    /**
     * Replaces a stored entry (best run of a build) of the standings by its next revision, if the stored revision is
     * exactly one lower than the given revision. Returns whether the entry was replaced.
     */
    replace: async (entry: Entry): Promise<boolean> =>
      (await entries.replaceOne({ _id: entry._id, revision: entry.revision - 1 }, entry)).matchedCount === 1,

    /**
     * Records that the ranks in Redis are up to date with these revisions of entries (best runs of builds) of the
     * standings. A stored entry with another revision stays as it is.
     */
    clearPending: async (all: readonly Pick<Entry, "_id" | "revision">[]): Promise<void> => {
      if (all.length === 0) return;
      const writes = all.map(({ _id, revision }) => ({
        updateOne: { filter: { _id, revision }, update: { $unset: { pending: true as const } } },
      }));
      await entries.bulkWrite(writes, { ordered: false });
    },

    /** Removes those entries (best runs of builds) of the standings with the given ids that have no ranked run. */
    removeEmpty: async (ids: readonly string[]): Promise<void> => {
      if (ids.length > 0) await entries.deleteMany({ _id: { $in: [...ids] }, run_id: null });
    },
  };
}

interface Page {
  limit: number;
  /** The id of the entry (best run of a build) after which the page begins; absent for the first page. */
  afterId?: string | undefined;
}
