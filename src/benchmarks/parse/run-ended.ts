import type { RedisChannel } from "../../infra/redis-channel.ts";
import type { Standings } from "../../standings/index.ts";
import type { Run, RunError } from "../model/run.ts";
import { refundRun, type RefundDeps } from "../runs/refund-run.ts";

/** What the end of a run needs. */
export interface RunEndedDeps extends RefundDeps {
  finalRuns: Pick<RedisChannel, "send">;
  metrics: { jobs: { runRead(outcome: "complete" | "failed", code?: string): void } };
  standings: Pick<Standings, "noteChange">;
}

/**
 * Everything that happens when a run is complete or failed by its file, after that is stored. A process may die between any two steps, so
 * each step has another way to the same facts: requests that wait ask MongoDB as well, and sweeps repeat refunds and changes of standings.
 * Typed-in scores are complete from the beginning: what follows them stands in submit/finish-submission.ts.
 * @param error why the run has failed; null where it is complete
 */
export async function runEnded(deps: RunEndedDeps, run: Run, error: RunError | null): Promise<void> {
  deps.finalRuns.send(run._id);
  deps.metrics.jobs.runRead(error ? "failed" : "complete", error?.code);
  if (error) await refundRun(deps, run);
  // A build may be full by runs that have failed, too.
  await deps.standings.noteChange(run.build_id, run.benchmark_id);
}
