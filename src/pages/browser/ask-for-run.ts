/** The fields of a run from GET /benchmarks/runs/<run_id> that the scripts use. */
export interface Run {
  run_id: string;
  status: "queued" | "processing" | "complete" | "failed";
  score: number | null;
  unit: string;
  title: string | null;
  benchmark: { id: number; name: string };
  warnings: string[];
  unranked: { reason: string } | null;
  error: { detail: string } | null;
}

/**
 * Requests a run by long polling: the service answers when the run is complete or failed, or after `waitS` seconds with
 * the current state of the run.
 * @returns "deleted" if the run no longer exists; null if the service is unavailable, refuses the request or gives no
 * answer
 */
export async function askForRun(runId: string, waitS: number): Promise<Run | "deleted" | null> {
  try {
    const answer = await fetch(`/benchmarks/runs/${encodeURIComponent(runId)}?wait=${waitS}`, {
      headers: { Accept: "application/json" },
    });
    if (answer.status === 404) return "deleted";
    return answer.ok ? ((await answer.json()) as Run) : null;
  } catch {
    return null;
  }
}
