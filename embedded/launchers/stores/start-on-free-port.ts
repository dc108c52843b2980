import { freePort } from "../processes/free-port.ts";
import { startGuarded, type GuardedOptions, type GuardedProcess } from "../processes/start-guarded.ts";
import { untilReady } from "../processes/until-ready.ts";

const MAX_ATTEMPTS = 3;

/** A store on a port of its own. */
export interface StoreOptions extends Omit<GuardedOptions, "args"> {
  args: (port: number) => readonly string[];
  isReady: (port: number) => Promise<boolean>;
  /** Told of each process group as it is started. */
  onStart: (groupId: number) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Starts a store on a free port of 127.0.0.1 and waits until it answers. A port that somebody else takes between being
 * found and being used is given up for another.
 * @throws ChildProcessError
 */
export async function startOnFreePort(
  options: StoreOptions,
): Promise<{ process: GuardedProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const process = startGuarded({ ...options, args: options.args(port) });
    options.onStart(process.groupId);
    try {
      await untilReady(process, { isReady: async () => options.isReady(port), signal: options.signal });
      return { process, port };
    } catch (error) {
      const isPortTaken = /address already in use/i.test(process.outputTail());
      await process.stop();
      if (!isPortTaken || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
