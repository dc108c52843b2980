import type { Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";

/** The functions that read and write the states of the search indexes in MongoDB. */
export type IndexStates = ReturnType<typeof createIndexStates>;

/** Returns the functions that read and write the states of the search indexes. No other file uses their collection. */
export function createIndexStates(db: Db, clock: Clock) {
  const states = db.collection<IndexState & { _id: string }>("search_indexes");
  return {
    /** Returns the state of a search index; null for an index that was never recorded. */
    find: (uid: string) => states.findOne({ _id: uid }),

    /** Records a search index that has just been built. */
    save: async (uid: string, state: Omit<IndexState, "confirmed_at">) => {
      await states.updateOne({ _id: uid }, { $set: { ...state, confirmed_at: clock() } }, { upsert: true });
    },

    /**
     * Records that a search index with a fingerprint is still in use. Does nothing if the index has another
     * fingerprint.
     */
    confirm: async (uid: string, fingerprint: string) => {
      await states.updateOne({ _id: uid, fingerprint }, { $set: { confirmed_at: clock() } });
    },

    /** Records the day before which a price counts as old in the documents of a search index. */
    savePricesOldBefore: async (uid: string, prices_old_before: string) => {
      await states.updateOne({ _id: uid }, { $set: { prices_old_before } });
    },
  };
}

/** The state of one search index. */
interface IndexState {
  /**
   * The creation time of the search index, in Meilisearch's format, which a swap does not change. An index with the
   * same name and another creation time was created by another program.
   */
  index_created_at: string | null;
  /** The fingerprint of the documents and settings with which the search index was built. */
  fingerprint: string;
  /** The day, YYYY-MM-DD, before which a price counts as old in the documents of the search index. */
  prices_old_before: string;
  /** When a process that builds indexes with this fingerprint last checked the search index. */
  confirmed_at: Date;
}
