import { parentPort, threadId } from "node:worker_threads";

// The code of a thread in the tests of task threads. Each task names what the thread does.

parentPort?.on("message", (task: unknown) => {
  if (task === "throw") throw new Error("a fault of the task");
  if (task === "exit") process.exit(3);
  if (task === "wait") return;
  const answer = task instanceof Uint8Array ? task.reduce((sum, value) => sum + value, 0) : threadId;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that argument is for windows; this is a thread
  parentPort?.postMessage(answer);
});
