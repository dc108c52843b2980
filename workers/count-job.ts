import type { Job } from "bullmq";
import type { Metrics } from "../src/metrics/metrics.ts";

/** Runs a try of a job, and counts how it ended and how long it waited and took. Throws what the job throws. */
export async function countJob(
  queued: Job,
  metrics: Metrics["jobs"],
  run: () => Promise<void>,
): Promise<void> {
  const startedAt = Date.now();
  const end = (outcome: "complete" | "error") =>
    metrics.jobEnded({
      queue: queued.queueName,
      outcome,
      waitedMs: startedAt - queued.timestamp - queued.delay,
      ranMs: Date.now() - startedAt,
    });
  try {
    await run();
    end("complete");
  } catch (error) {
    end("error");
    throw error;
  }
}
