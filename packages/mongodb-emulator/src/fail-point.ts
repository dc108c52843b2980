import { setTimeout as sleep } from "node:timers/promises";
import { MongoError, nameOfCode } from "./errors.ts";

/** The commands that the server fails or delays on purpose, as MongoDB does by its fail point `failCommand`. */
export type FailPoint = ReturnType<typeof createFailPoint>;

/** What the fail point does to which commands. */
export interface Failure {
  commands: ReadonlySet<string>;
  /** The code of the error that the commands are answered with, without being carried out; null where they are only delayed. */
  code: number | null;
  delayMs: number;
}

/** Creates the fail point of a server, which fails nothing at first. */
export function createFailPoint() {
  let failure: Failure | null = null;
  return {
    set: (next: Failure | null): void => {
      failure = next;
    },

    /** Lets a command pass, after its delay. @throws MongoError where it is to fail */
    pass: async (command: string): Promise<void> => {
      if (failure === null || !failure.commands.has(command)) return;
      const { code, delayMs } = failure;
      if (delayMs > 0) await sleep(delayMs);
      if (code !== null)
        throw new MongoError(nameOfCode(code), "Failing command via 'failCommand' failpoint");
    },
  };
}
