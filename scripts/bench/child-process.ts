import { fork } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { projectEntry } from "../../embedded/index.ts";
import type { BenchSetup } from "./row.ts";

// A measurement takes no time of the process that it measures: what sends requests, and what is measured beside the service, run in
// processes of their own, which stay from one measurement to the next.

/** A process that does tasks, one at a time. */
export interface BenchChild<Task, Result> {
  /** Has a task done. @throws Error with the message of the error that ended it, or where the process ends */
  ask(task: Task): Promise<Result>;
  /** Ends the process. */
  stop(): Promise<void>;
}

type Answer<Result> = { result: Result } | { fault: string };

/**
 * Starts a process for tasks, which ends with the measurement at the latest.
 * @param entry path of its module from the project's root, without extension; the module calls `doTasks`
 * @param env its variables; those of this process, if they are not given
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
  const untilEnded = ended.then(() => [{ fault: "it ended before it had answered" }]);
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
 * Does the tasks of the process that has started this one, until that process needs no more.
 * @param work gets what that process has asked for, and returns the answer
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
  // The other process has died.
  process.once("disconnect", () => process.exit());
}

/** Does something with each thing that an iterator gives, with so many of them at once. */
export async function manyAtOnce<T>(
  things: IterableIterator<T>,
  atOnce: number,
  act: (thing: T) => Promise<unknown>,
): Promise<void> {
  const lane = async () => {
    for (const thing of things) await act(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
