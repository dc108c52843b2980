/** A run as GET /benchmarks/runs/<run_id> answers it, as far as pages show it. */
export interface Run {
  run_id: string;
  status: "queued" | "processing" | "complete" | "failed";
  score: number | null;
  unit: string;
  variant: string | null;
  benchmark: { name: string };
  warnings: string[];
  suspect: { reason: string } | null;
  error: { detail: string } | null;
}

/**
 * Asks for a run, which the service answers as soon as it is complete or failed, and after some seconds as it is then.
 * @returns "deleted" where there is no such run any more; null where the service cannot tell now
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
