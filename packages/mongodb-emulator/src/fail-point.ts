import { setTimeout as sleep } from "node:timers/promises";
import { MongoError, nameOfCode } from "./errors.ts";

/** A switch with which a test makes commands fail or take longer, like MongoDB's fail point `failCommand`. */
export type FailPoint = ReturnType<typeof createFailPoint>;

/** The effect of the fail point, and the commands that it affects. */
export interface Failure {
  commands: ReadonlySet<string>;
  /**
   * The error code with which the server refuses the commands of the fail point, without executing them; null if the
   * fail point only delays the commands.
   */
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

    /** Waits for the delay of the fail point. @throws MongoError if the fail point makes the command fail */
    pass: async (command: string): Promise<void> => {
      if (failure === null || !failure.commands.has(command)) return;
      const { code, delayMs } = failure;
      if (delayMs > 0) await sleep(delayMs);
      if (code !== null)
        throw new MongoError(nameOfCode(code), "Failing command via 'failCommand' failpoint");
    },
  };
}
