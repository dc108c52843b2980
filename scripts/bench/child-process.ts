import { fork } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { projectEntry } from "../../embedded/index.ts";
import type { BenchSetup } from "./row.ts";

// A measurement must not take processor time from the measured process. Therefore clients, and the bare programs with
// which the service is compared, run in processes of their own, which later measurements reuse.

/** A child process that does tasks of a measurement, one at a time. */
export interface BenchChild<Task, Result> {
  /**
   * Sends the process a task and returns the result. @throws Error with the message of the task's error, or if the
   * process ends before it has answered
   */
  ask(task: Task): Promise<Result>;
  /** Ends the child process that does tasks of a measurement. */
  stop(): Promise<void>;
}

type Answer<Result> = { result: Result } | { fault: string };

/**
 * Starts a process for tasks. The process ends when the measurement ends, or earlier.
 * @param entry path of the process's module from the project's root, without extension; the module calls `doTasks`
 * @param env the environment of the process; by default the one of this process
 */
export function startChild<Task, Result>(
  { atEnd }: Pick<BenchSetup, "atEnd">,
  entry: string,
  env: NodeJS.ProcessEnv = process.env,
): BenchChild<Task, Result> {
  const { args } = projectEntry(entry);
  const execArgv = args.slice(0, -1);
  const child = fork(args.at(-1) ?? entry, [], { env, execArgv, serialization: "advanced" });
  const ended = once(child, "exit");
  const untilEnded = ended.then(() => [{ fault: "the process ended without an answer" }]);
  const stop = async () => {
    child.kill();
    await ended;
  };
  atEnd(stop);
  return {
    ask: async (task) => {
      const answered = once(child, "message");
      child.send({ task });
      const [answer] = (await Promise.race([answered, untilEnded])) as [Answer<Result>];
      if ("fault" in answer) throw new Error(`${entry}: ${answer.fault}`);
      return answer.result;
    },
    stop,
  };
}

/**
 * Does the tasks that the parent process sends, until the parent ends this process.
 * @param work does a task and returns its result
 */
export function doTasks(work: (task: never) => Promise<unknown>): void {
  const answer = async (task: never): Promise<Answer<unknown>> => {
    try {
      return { result: await work(task) };
    } catch (error) {
      return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  process.on("message", ({ task }: { task: never }) => {
    void answer(task).then((sent) => process.connected && process.send?.(sent));
  });
  // End this process if its parent process has died.
  process.once("disconnect", () => process.exit());
}

/** Calls `act` with each value of an iterator, with up to `atOnce` calls running at the same time. */
export async function manyAtOnce<T>(
  things: IterableIterator<T>,
  atOnce: number,
  act: (thing: T) => Promise<unknown>,
): Promise<void> {
  const oneByOne = async () => {
    for (const thing of things) await act(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, oneByOne));
}
