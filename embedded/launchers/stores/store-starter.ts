import type { GuardedProcess } from "../processes/start-guarded.ts";

/**
 * Starts one store on this machine and resolves when the store answers.
 * @throws StoreMissingError, ChildProcessError
 */
export type StoreStarter = (context: StoreContext) => Promise<RunningStore>;

/** What a {@link StoreStarter} needs to start a store. */
export interface StoreContext {
  /** The folder under which a store keeps its data, its key and its log. */
  dataDir: string;
  /** The environment variables of this process: PATH, and the settings of the store. */
  env: NodeJS.ProcessEnv;
  /** The function that receives the process group of each process of the store as soon as the process runs. */
  onStart: (groupId: number) => void;
  /** The signal that aborts the start of the store. */
  signal?: AbortSignal | undefined;
}

/** A store that was started and answers. */
export interface RunningStore {
  process: GuardedProcess;
  /** The environment variables with which the service reaches the store. */
  env: Partial<Record<StoreVariable, string>>;
}

/** The environment variables with the addresses and keys of the stores. */
export type StoreVariable = "MONGODB_URL" | "REDIS_URL" | "MEILI_URL" | "MEILI_KEY";

/**
 * Thrown when no URL of a store is given and this machine has no program to start one. The message says how to set a
 * URL and how to install a program.
 */
export class StoreMissingError extends Error {
  override name = "StoreMissingError";
}
