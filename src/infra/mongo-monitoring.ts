import type { MongoClient } from "mongodb";
import type { OnStoreCall, PoolState } from "./store-calls.ts";

/**
 * Reports each command of a MongoDB client that monitors its commands. The driver times commands in whole milliseconds.
 * @param isUnavailable returns whether an error says that MongoDB cannot answer, rather than that MongoDB has refused
 * the command
 */
export function reportCommands(
  client: MongoClient,
  onCall: OnStoreCall,
  isUnavailable: (error: unknown) => boolean,
): void {
  const store = "mongodb";
  client.on("commandSucceeded", ({ commandName: operation, duration: durationMs }) =>
    onCall({ store, operation, durationMs, failure: null }),
  );
  client.on("commandFailed", ({ commandName: operation, duration: durationMs, failure }) =>
    onCall({
      store,
      operation,
      durationMs,
      failure: isUnavailable(failure) ? "unavailable" : "refused",
    }),
  );
}

/** The interval in which a MongoDB client looks for connections that were unused for too long, in ms. */
const POOL_CHECK_MS = 2000;

/**
 * Makes a MongoDB client look for unused connections every POOL_CHECK_MS, and must be called before the client
 * connects. The driver's own interval of 100 ms takes most of the processor time of an unused web process. The driver
 * has an option for the interval, but accepts the option only in the parsed options of a client, not in the options of
 * the constructor.
 */
export function checkPoolSeldom(client: MongoClient): void {
  Object.assign(client.options, { minPoolSizeCheckFrequencyMS: POOL_CHECK_MS });
}

/**
 * Counts the connections of a MongoDB client, and must be called before the client connects. Returns a function that
 * reads the present numbers.
 */
export function watchPool(client: MongoClient): () => PoolState {
  let open = 0;
  let inUse = 0;
  let waiting = 0;
  client
    .on("connectionCreated", () => (open += 1))
    .on("connectionClosed", () => (open -= 1))
    .on("connectionCheckOutStarted", () => (waiting += 1))
    .on("connectionCheckOutFailed", () => (waiting -= 1))
    .on("connectionCheckedOut", () => {
      waiting -= 1;
      inUse += 1;
    })
    .on("connectionCheckedIn", () => (inUse -= 1));
  return () => ({ open, inUse, waiting, max: client.options.maxPoolSize });
}
