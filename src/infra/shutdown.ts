import type { Logger } from "./logger.ts";

/**
 * Makes the process run the given steps and then exit at SIGTERM or SIGINT, within a time limit. A second signal ends
 * the process immediately. An uncaught error runs the same steps and ends with exit code 1.
 */
export function stopInOrder({ steps, timeoutMs, logger }: ShutdownOptions): void {
  let isStopping = false;

  async function stop(exitCode: number): Promise<void> {
    const timer = setTimeout(() => {
      logger.error({ timeout_ms: timeoutMs }, "the process did not stop in time");
      process.exit(1);
    }, timeoutMs);
    timer.unref();
    for (const { name, run } of steps) {
      try {
        await run(exitCode !== 0);
      } catch (error) {
        logger.error({ err: error, step: name }, "a step of stopping the process failed");
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
    logger.fatal({ err: error }, "an uncaught error stops the process");
    request("uncaught error", 1);
  });
}

interface ShutdownStep {
  name: string;
  /**
   * Runs one step of the orderly stop of the process.
   * @param hasFailed whether the process stops because of an uncaught error
   */
  run: (hasFailed: boolean) => Promise<void> | void;
}

interface ShutdownOptions {
  /**
   * The steps of stopping, in the order in which they run. The failure of a step is logged, and the next step runs
   * nevertheless.
   */
  steps: readonly ShutdownStep[];
  timeoutMs: number;
  logger: Logger;
}
