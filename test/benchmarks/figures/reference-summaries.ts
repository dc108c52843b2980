import type { Run } from "../../../src/benchmarks/model/run.ts";
import { isOfUnknownGame } from "../../../src/benchmarks/model/game-of-run.ts";

/** The expected statistics of a build in one benchmark and variant. */
export interface ExpectedSummary {
  benchmark_id: number;
  variant: string | null;
  runs: number;
  unranked_runs: number;
  /** The best score of the runs that may be ranked; null if no run may be ranked. */
  best: number | null;
  mean: number | null;
  stdev: number | null;
  latest: string;
}

/**
 * Computes the statistics of a build from all of its runs, without using an index or limiting the number of runs. Each
 * run of an unknown game is a group of its own.
 */
export function referenceSummaries(runs: readonly Run[]): ExpectedSummary[] {
  const groups = new Map<string, Run[]>();
  for (const run of countedRuns(runs)) {
    const ownKey = isOfUnknownGame(run) ? run._id : "";
    const key = JSON.stringify([run.benchmark_id, run.variant, ownKey]);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  const summaries = [...groups.values()].map(summarise);
  // The statistics of runs of unknown games are sorted by the ids of the runs.
  const textOf = (summary: ExpectedSummary) =>
    isOfUnknownGame(summary) ? `\n${summary.latest}` : (summary.variant ?? "");
  return summaries.sort((a, b) => a.benchmark_id - b.benchmark_id || textOf(a).localeCompare(textOf(b)));
}

/**
 * Returns the complete runs, oldest first, except runs that repeat the measurement of an earlier run. The tests store
 * in the field `metrics` which recording of the file was read.
 */
function countedRuns(runs: readonly Run[]): Run[] {
  const seen = new Set<string>();
  const complete = runs.filter(({ status }) => status === "complete");
  const oldestFirst = complete.sort(
    (a, b) =>
      a.created_at.getTime() - b.created_at.getTime() ||
      (a.submission_id < b.submission_id ? -1 : Number(a.submission_id > b.submission_id)) ||
      a.sequence - b.sequence,
  );
  return oldestFirst.filter(({ benchmark_id, file, variant, metrics }) => {
    const { recording } = (metrics ?? {}) as { recording?: number };
    const key = `${benchmark_id} ${file?.sha256} ${variant} ${recording}`;
    const isNew = file === null || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function summarise(runs: Run[]): ExpectedSummary {
  const latest = runs.at(-1);
  if (!latest) throw new Error("expected a run, found none");
  const { benchmark_id, variant, _id } = latest;
  const ranked = runs.filter((run) => !run.unranked);
  const counts = { runs: runs.length, unranked_runs: runs.length - ranked.length };
  const names = { benchmark_id, variant, latest: _id };
  if (ranked.length === 0) return { ...names, ...counts, best: null, mean: null, stdev: null };
  const scores = ranked.map(({ score }) => score ?? Number.NaN);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  const stdev = scores.length < 2 ? null : Math.sqrt(squares / (scores.length - 1));
  return { ...names, ...counts, best: Math.max(...scores), mean, stdev };
}
