import { once } from "node:events";
import { Worker, type Transferable } from "node:worker_threads";
import { bounded } from "./bounded.ts";

/** The time in ms after which a thread without a task ends, so that its memory is free again. */
const IDLE_MS = 10_000;

/** The types of the tasks of a thread and of their results. */
interface Work {
  task: unknown;
  result: unknown;
}

/**
 * Creates a thread for work that would block the event loop of the process. The thread starts with the first task and
 * ends after it was idle for IDLE_MS; the next task starts another thread.
 * @param file the module that the thread runs: the module posts one message, the result, for each message that it gets
 * @param timeoutMs a task that takes longer fails, and its thread ends
 */
export function createTaskThread<W extends Work>(file: URL, timeoutMs: number) {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = startWorker(file);
    started.unref();
    // Listen to `error`, because an unhandled `error` event would end the process. `resultOf` makes the task under way
    // fail with the error.
    started.on("error", () => undefined);
    started.once("exit", () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  return {
    /**
     * Runs a task. The caller must wait for the end of the task before the next one.
     * @param transferred buffers of the task that are moved to the thread instead of being copied; the caller cannot
     * use them afterwards
     * @throws Error whose `cause` ended the thread; LateError after the time limit
     */
    run: async (task: W["task"], transferred: readonly Transferable[] = []): Promise<W["result"]> => {
      clearTimeout(idle);
      const thread = (worker ??= start());
      const finished = new AbortController();
      try {
        thread.postMessage(task, transferred);
        return await bounded(resultOf(thread, finished.signal), timeoutMs, "the task of a thread");
      } catch (error) {
        // End the thread after a failed task, because the thread may be in an undefined state; the next task starts a
        // new thread.
        await end();
        throw error;
      } finally {
        finished.abort();
        idle = setTimeout(() => void end(), IDLE_MS).unref();
      }
    },

    /** Ends the thread that runs the tasks. A task under way fails. */
    close: end,
  };
}

/**
 * Returns the next message of a thread.
 * @throws Error where the thread ends instead; `cause` is the error that ended it
 */
async function resultOf(thread: Worker, signal: AbortSignal): Promise<unknown> {
  const exit = once(thread, "exit", { signal }).then(([code]) => {
    throw new Error(`the thread ended with code ${code}`);
  });
  try {
    const [result] = (await Promise.race([once(thread, "message", { signal }), exit])) as [unknown];
    return result;
  } catch (cause) {
    throw new Error("the thread failed", { cause });
  }
}

/**
 * Starts the thread of a module. Node 20 gives a thread none of the loaders of its process, so in a process that runs
 * from its TypeScript sources, the thread has to load tsx. A built process runs JavaScript, which needs no loader.
 */
function startWorker(file: URL): Worker {
  if (!file.pathname.endsWith(".ts")) return new Worker(file);
  const tsx = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const load = `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(file.href)}); });`;
  return new Worker(load, { eval: true });
}
