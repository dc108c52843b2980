import { setTimeout as sleep } from "node:timers/promises";
import { MongoError, nameOfCode } from "./errors.ts";

/** A switch with which a test makes commands fail or take longer, like MongoDB's fail point `failCommand`. */
export type FailPoint = ReturnType<typeof createFailPoint>;

/** The effect of the fail point, and the commands that it affects. */
export interface Failure {
  commands: ReadonlySet<string>;
  /** The error code with which the commands are refused, without being executed; null where they are only delayed. */
  code: number | null;
  delayMs: number;
}

/** Creates the fail point of a server, which is off at first. */
export function createFailPoint() {
  let failure: Failure | null = null;
  return {
    set: (next: Failure | null): void => {
      failure = next;
    },

    /** Resolves after the delay of the command. @throws MongoError where the command has to fail */
    pass: async (command: string): Promise<void> => {
      if (failure === null || !failure.commands.has(command)) return;
      const { code, delayMs } = failure;
      if (delayMs > 0) await sleep(delayMs);
      if (code !== null)
        throw new MongoError(nameOfCode(code), "Failing command via 'failCommand' failpoint");
    },
  };
}
