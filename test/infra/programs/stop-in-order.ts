import { createLogger } from "../../../src/infra/logger.ts";
import { stopInOrder } from "../../../src/infra/shutdown.ts";

// A process that stops by stopInOrder, and prints whether an error is the cause. With the argument "fail" the cause is
// an uncaught error, otherwise SIGTERM.

stopInOrder({
  steps: [{ name: "print", run: (hasFailed) => console.log(hasFailed ? "failed" : "asked to stop") }],
  timeoutMs: 10_000,
  logger: createLogger({ level: "silent", process: "test", secrets: [] }),
});
setTimeout(() => {
  if (process.argv[2] === "fail") throw new Error("uncaught");
  process.kill(process.pid, "SIGTERM");
}, 0);
setInterval(() => undefined, 1000);
