import type { Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";

/** The functions that read and write the states of the search indexes, which are stored in MongoDB. */
export type IndexStates = ReturnType<typeof createIndexStates>;

/** Returns the functions that read and write the collection of index states. No other file names this collection. */
export function createIndexStates(db: Db, clock: Clock) {
  const states = db.collection<IndexState & { _id: string }>("search_indexes");
  return {
    /** Returns the state of an index; null for an index that was never recorded. */
    find: (uid: string) => states.findOne({ _id: uid }),

    /** Records an index that has just been built. */
    save: async (uid: string, state: Omit<IndexState, "confirmed_at">) => {
      await states.updateOne({ _id: uid }, { $set: { ...state, confirmed_at: clock() } }, { upsert: true });
    },

    /** Records that an index with a fingerprint is still in use. Does nothing if the index has another fingerprint. */
    confirm: async (uid: string, fingerprint: string) => {
      await states.updateOne({ _id: uid, fingerprint }, { $set: { confirmed_at: clock() } });
    },

    /** Records the day before which the documents of an index treat a price as old. */
    savePricesOldBefore: async (uid: string, prices_old_before: string) => {
      await states.updateOne({ _id: uid }, { $set: { prices_old_before } });
    },
  };
}

/** The state of one search index. */
interface IndexState {
  /**
   * When the index was created, as Meilisearch writes it; an index keeps this time when it is swapped. An index with
   * our name and another time was created by somebody else.
   */
  index_created_at: string | null;
  /** The fingerprint of the documents and settings with which the index was built. */
  fingerprint: string;
  /** The day, YYYY-MM-DD, before which the documents treat a price as old. */
  prices_old_before: string;
  /** When a process that builds indexes with this fingerprint last checked the index. */
  confirmed_at: Date;
}
