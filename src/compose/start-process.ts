import { constants } from "node:os";
import process from "node:process";
import { InvalidConfigError } from "../config.ts";
import { StoreRefusedError, StoreUnavailableError } from "../errors.ts";

/** The setting that says where a store is, by the store's name in errors. */
const urlSettings: Readonly<Record<string, string>> = {
  MongoDB: "MONGODB_URL",
  Redis: "REDIS_URL",
  Meilisearch: "MEILI_URL",
};

/**
 * Starts what a process is there for. What keeps it from starting is written to standard error for whoever runs it, in a
 * few words where it is known, and ends the process with exit code 1. A signal to stop ends it at once while it starts.
 */
export async function startProcess(name: string, start: () => Promise<void>): Promise<void> {
  // The first process of a container is not ended by signals that it does not listen to.
  const onSignal = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${explain(error)}\n`);
    // Connections that are open already would keep it alive.
    process.exit(1);
  } finally {
    process.off("SIGTERM", onSignal).off("SIGINT", onSignal);
  }
}

function explain(error: unknown): string {
  if (error instanceof InvalidConfigError) return error.message;
  if (isStoreError(error)) return adviseOnStore(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

type StoreError = StoreUnavailableError | StoreRefusedError;

/** Whether an error is about a store as a whole. */
export function isStoreError(error: unknown): error is StoreError {
  return error instanceof StoreUnavailableError || error instanceof StoreRefusedError;
}

/** What to look at when a store is not to be had, for whoever runs a process or a script. */
export function adviseOnStore(error: StoreError): string {
  const { message, store, cause } = error;
  const what = cause instanceof Error ? `${message} (${cause.message})` : message;
  const setting = urlSettings[store];
  if (setting === undefined) return `${what}.`;
  if (error instanceof StoreRefusedError) return `${what}. Check ${setting}.`;
  return `${what}. Check that it runs, and that ${setting} says where. START_TIMEOUT_MS is how long a start may wait for it.`;
}
