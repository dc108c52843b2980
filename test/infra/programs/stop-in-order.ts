import { createLogger } from "../../../src/infra/logger.ts";
import { stopInOrder } from "../../../src/infra/shutdown.ts";

// Stops in order, and prints whether the process has failed. With the argument "fail" an uncaught error stops the
// process, otherwise SIGTERM.

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
