import process from "node:process";
import { InvalidConfigError } from "./config.ts";
import { StoreUnavailableError } from "./errors.ts";

/** The setting that says where a store is, by the store's name in errors. */
const urlSettings: Readonly<Record<string, string>> = {
  MongoDB: "MONGODB_URL",
  Redis: "REDIS_URL",
  Meilisearch: "MEILI_URL",
};

/**
 * Starts what a process is there for. What keeps it from starting is written to standard error for whoever runs it, in a
 * few words where it is known, and ends the process with exit code 1.
 */
export async function startProcess(name: string, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${explain(error)}\n`);
    // Connections that are open already would keep it alive.
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (error instanceof InvalidConfigError) return error.message;
  if (error instanceof StoreUnavailableError) return adviseOnStore(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What to look at when a store is away, for whoever runs a process or a script. */
export function adviseOnStore({ message, store, cause }: StoreUnavailableError): string {
  const why = cause instanceof Error ? ` (${cause.message})` : "";
  const setting = urlSettings[store];
  return `${message}${why}.${setting === undefined ? "" : ` Check that it runs, and that ${setting} says where.`}`;
}
