import type { Logger } from "./logger.ts";

/** One step of stopping a process. */
interface ShutdownStep {
  name: string;
  run: () => Promise<void> | void;
}

interface ShutdownOptions {
  /** In this order; a step that fails does not keep the next from running. */
  steps: readonly ShutdownStep[];
  timeoutMs: number;
  logger: Logger;
}

/**
 * Stops the process in order at SIGTERM or SIGINT, within a time limit; a second signal ends it at once. An error that
 * nothing caught stops it the same way, with exit code 1.
 */
export function stopInOrder({ steps, timeoutMs, logger }: ShutdownOptions): void {
  let isStopping = false;

  async function stop(exitCode: number): Promise<void> {
    const timer = setTimeout(() => {
      logger.error({ timeout_ms: timeoutMs }, "stopping took too long");
      process.exit(1);
    }, timeoutMs);
    timer.unref();
    for (const { name, run } of steps) {
      try {
        await run();
      } catch (error) {
        logger.error({ err: error, step: name }, "a step of stopping failed");
      }
    }
    logger.info("stopped");
    process.exit(exitCode);
  }

  function request(reason: string, exitCode: number): void {
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info({ reason }, "stopping");
    void stop(exitCode);
  }

  process.on("SIGTERM", () => request("SIGTERM", 0));
  process.on("SIGINT", () => request("SIGINT", 0));
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught error");
    request("uncaught error", 1);
  });
}
