/** A command that a store has answered, or has not. */
export interface StoreCall {
  store: "mongodb" | "redis" | "meilisearch" | "s3";
  /** The kind of command: `find`, `evalsha`, `POST /indexes/:uid/search`, `PutObject`. There are few of them: it has no name of a product or a person. */
  operation: string;
  durationMs: number;
  /** Null where it was answered. `unavailable` where the store gave no answer or says that it cannot now, `refused` for any other error. */
  failure: "unavailable" | "refused" | null;
}

/** Is told of each command to a store when it ends. Must not throw. */
export type OnStoreCall = (call: StoreCall) => void;

/** Tells two of each command. */
export const bothToldOf =
  (first: OnStoreCall, second: OnStoreCall): OnStoreCall =>
  (call) => {
    first(call);
    second(call);
  };

/** The connections of a pool at one moment. */
export interface PoolState {
  open: number;
  inUse: number;
  /** Callers that wait for a connection. */
  waiting: number;
  max: number;
}
