import process from "node:process";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { projectEntry } from "../../../embedded/index.ts";

/** A process of its own that does one thing after the other, so that its work takes no time of the processes that are measured. */
export interface HelperProcess<Task, Answer> {
  /** Hands the process a task, and resolves with its answer. @throws Error where the process fails */
  ask(task: Task): Promise<Answer>;
  /** Ends the process. */
  close(): Promise<void>;
}

/** Starts a helper. @param entry path from the project's root, without extension; it calls `answerTasks` */
export function startHelper<Task extends object | string, Answer>(
  entry: string,
): HelperProcess<Task, Answer> {
  const { args } = projectEntry(entry);
  const [file = ""] = args.slice(-1);
  const child = fork(file, [], { execArgv: args.slice(0, -1), serialization: "advanced" });
  const ended = once(child, "exit");
  return {
    ask: async (task) => {
      child.send(task);
      const answered = once(child, "message") as Promise<[{ answer: Answer } | { fault: string }]>;
      const failed = ended.then(() => Promise.reject(new Error(`${entry} ended by itself`)));
      const [message] = await Promise.race([answered, failed]);
      if ("fault" in message) throw new Error(`${entry}: ${message.fault}`);
      return message.answer;
    },
    close: () => closed(child, ended),
  };
}

async function closed(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (child.connected) child.disconnect();
  await ended;
}

/** Answers the tasks of whoever started this process. @param onEnd called when that process wants no more */
export function answerTasks(work: (task: never) => Promise<unknown>, onEnd: () => void): void {
  process.on("message", (task) => {
    work(task as never).then(
      (answer) => process.send?.({ answer }),
      (error: unknown) => process.send?.({ fault: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.once("disconnect", onEnd);
}
