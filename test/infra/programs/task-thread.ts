import { parentPort, threadId } from "node:worker_threads";

// The code of the worker thread in the tests of task threads. The text of a task tells the thread what to do.

parentPort?.on("message", (task: unknown) => {
  if (task === "throw") throw new Error("a fault of the task");
  if (task === "exit") process.exit(3);
  if (task === "wait") return;
  const answer = task instanceof Uint8Array ? task.reduce((sum, value) => sum + value, 0) : threadId;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that argument is for windows; this is a thread
  parentPort?.postMessage(answer);
});
