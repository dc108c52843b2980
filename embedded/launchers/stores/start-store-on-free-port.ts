import { freePort } from "../processes/free-port.ts";
import { startGuarded, type GuardedOptions, type GuardedProcess } from "../processes/start-guarded.ts";
import { untilReady } from "../processes/until-ready.ts";

const MAX_ATTEMPTS = 3;

/**
 * Starts a store on a free port of 127.0.0.1 and waits until the store answers. If another program takes the port
 * first, another port is tried, up to MAX_ATTEMPTS ports in all.
 * @throws ChildProcessError
 */
export async function startStoreOnFreePort(
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

/** How to start a store that gets its port as an argument. */
export interface StoreOptions extends Omit<GuardedOptions, "args"> {
  args: (port: number) => readonly string[];
  /** Checks once whether the store answers on the port; false or an error means that the store does not answer yet. */
  isReady: (port: number) => Promise<boolean>;
  /** Receives the process group of each started process as soon as the process runs. */
  onStart: (groupId: number) => void;
  /** The signal that aborts the start of the store. */
  signal?: AbortSignal | undefined;
}
