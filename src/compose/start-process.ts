import { constants } from "node:os";
import process from "node:process";
import { environmentScrubber, InvalidConfigError } from "../config.ts";
import { StoreRefusedError, StoreUnavailableError } from "../errors.ts";
import { ListenError } from "../infra/listen-error.ts";
import { UnreadableFormError } from "../infra/migrations.ts";
import { redactUrls } from "../infra/scrub.ts";

/**
 * Runs the start of a process. If the start fails, the function writes the reason to standard error, with a stack only
 * where the reason is not known and never with a secret of the settings, and exits with code 1. A signal to stop that
 * arrives during the start ends the process immediately.
 */
export async function startProcess(name: string, start: () => Promise<void>): Promise<void> {
  // Listen to the signals explicitly: Linux does not end process 1 of a container by a signal that the process does not
  // listen to.
  const onSignal = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  const fail = (error: unknown) => {
    process.stderr.write(`${environmentScrubber()(`${name} cannot start: ${explain(error)}`)}\n`);
    // Exit explicitly, because open connections would keep the process alive.
    process.exit(1);
  };
  // Handle uncaught errors in this function, because Node itself would print every field that a library has added to
  // its error, such as the arguments of a command.
  process.on("uncaughtException", fail);
  try {
    await start();
  } catch (error) {
    fail(error);
  } finally {
    process.off("SIGTERM", onSignal).off("SIGINT", onSignal).off("uncaughtException", fail);
  }
}

/** The name of the setting that holds a store's URL, by the name that error messages give the store. */
const urlSettings: Readonly<Record<string, string>> = {
  MongoDB: "MONGODB_URL",
  Redis: "REDIS_URL",
  Meilisearch: "MEILI_URL",
};

/**
 * The errors of which only the message is printed, without a stack, because the message tells the person who starts the
 * process what to do.
 */
const plainErrors = [InvalidConfigError, ListenError, UnreadableFormError];

function explain(error: unknown): string {
  if (plainErrors.some((type) => error instanceof type)) return (error as Error).message;
  if (isStoreError(error)) return adviseOnStore(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

type StoreError = StoreUnavailableError | StoreRefusedError;

/** Returns whether an error says that a store is unavailable or refuses the settings. */
export function isStoreError(error: unknown): error is StoreError {
  return error instanceof StoreUnavailableError || error instanceof StoreRefusedError;
}

/**
 * Returns a text that says what happened to a store and which setting to check, for the person who started a process or
 * a script.
 */
export function adviseOnStore(error: StoreError): string {
  const { message, store, cause } = error;
  const what = cause instanceof Error ? `${message} (${redactUrls(cause.message)})` : message;
  const setting = urlSettings[store];
  if (setting === undefined) return `${what}.`;
  if (error instanceof StoreRefusedError) return `${what}. Check ${setting}.`;
  return `${what}. Check that ${store} runs, and that ${setting} is its address. START_TIMEOUT_MS limits how long a start waits for ${store}.`;
}
