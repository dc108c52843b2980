/** A command to a store that has ended, with or without an answer. */
export interface StoreCall {
  store: "mongodb" | "redis" | "meilisearch" | "s3";
  /**
   * The kind of command to a store: `find`, `evalsha`, `POST /indexes/:uid/search`, `PutObject`. The number of kinds is
   * small, because a kind contains no name of a product or a person.
   */
  operation: string;
  durationMs: number;
  /**
   * How the command failed: `unavailable` if the store gave no answer or cannot answer at the moment, `refused` for any
   * other error; null if the command did not fail.
   */
  failure: "unavailable" | "refused" | null;
}

/** The function that is called for each command to a store when the command ends. The function must not throw. */
export type OnStoreCall = (call: StoreCall) => void;

/** Returns a function that passes each command to a store on to two functions. */
export const callBoth =
  (first: OnStoreCall, second: OnStoreCall): OnStoreCall =>
  (call) => {
    first(call);
    second(call);
  };

/** The numbers of connections of a connection pool at one moment. */
export interface PoolState {
  open: number;
  inUse: number;
  /** The number of callers that wait for a connection of the connection pool. */
  waiting: number;
  max: number;
}
