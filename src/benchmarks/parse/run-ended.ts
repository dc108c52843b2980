import type { RedisChannel } from "../../infra/redis-channel.ts";
import type { Standings } from "../../standings/index.ts";
import type { Run, RunError } from "../model/run.ts";
import { refundRun, type RefundDeps } from "../runs/refund-run.ts";

/** The dependencies of `runEnded`. */
export interface RunEndedDeps extends RefundDeps {
  finalRuns: Pick<RedisChannel, "send">;
  metrics: { jobs: { runRead(outcome: "complete" | "failed", code?: string): void } };
  standings: Pick<Standings, "markChanged">;
}

/**
 * Takes the steps that follow after a worker has stored that a run with a file is complete or failed. A process may die
 * between two steps, so each step has a fallback: requests that wait for the run also query MongoDB, and sweeps repeat
 * refunds and updates of standings (ranks). For typed-in scores, which are complete from the beginning,
 * submit/finish-submission.ts takes the steps.
 * @param error why the run has failed; null where it is complete
 */
export async function runEnded(deps: RunEndedDeps, run: Run, error: RunError | null): Promise<void> {
  deps.finalRuns.send(run._id);
  deps.metrics.jobs.runRead(error ? "failed" : "complete", error?.code);
  if (error) await refundRun(deps, run);
  // Update the standings (ranks) of the build also after a failure, because failed runs count towards the maximum
  // number of runs of a build.
  await deps.standings.markChanged(run.build_id, run.benchmark_id);
}
