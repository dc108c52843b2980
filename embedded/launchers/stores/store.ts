import type { GuardedProcess } from "../processes/start-guarded.ts";

/** The variables that name the stores. */
export type StoreVariable = "MONGODB_URL" | "REDIS_URL" | "MEILI_URL" | "MEILI_KEY";

/** A store that runs and answers. */
export interface RunningStore {
  process: GuardedProcess;
  /** How it is reached. */
  env: Partial<Record<StoreVariable, string>>;
}

/** What every store is started with. */
export interface StoreContext {
  /** The folder that holds what has to outlive a restart. */
  dataDir: string;
  /** The variables of this process. */
  env: NodeJS.ProcessEnv;
  /** Told of each process group as it is started. */
  onStart: (groupId: number) => void;
  /** Ends the starting. */
  signal?: AbortSignal | undefined;
}

/** A store that is not given cannot be started on this machine. The message says what to do. */
export class StoreMissingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StoreMissingError";
  }
}
