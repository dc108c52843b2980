import type { Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";

/** What a search index was like when it was left. */
export interface IndexState {
  /** As Meilisearch writes it; an index keeps it when it is swapped. By this a foreign index under our name is noticed. */
  index_created_at: string | null;
  /** Of its documents and settings. */
  form: string;
  /** When a process that makes this form last found the index to be as it should. */
  confirmed_at: Date;
}

/** The states of the search indexes, kept in MongoDB. */
export type IndexStates = ReturnType<typeof createIndexStates>;

export function createIndexStates(db: Db, clock: Clock) {
  const states = db.collection<IndexState & { _id: string }>("search_indexes");
  return {
    find: (uid: string) => states.findOne({ _id: uid }),

    save: async (uid: string, state: Omit<IndexState, "confirmed_at">) => {
      await states.updateOne({ _id: uid }, { $set: { ...state, confirmed_at: clock() } }, { upsert: true });
    },

    confirm: async (uid: string, form: string) => {
      await states.updateOne({ _id: uid, form }, { $set: { confirmed_at: clock() } });
    },
  };
}
