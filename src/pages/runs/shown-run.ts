import type { BuildRuns } from "../../benchmarks/index.ts";

export type { ShownRun } from "../../benchmarks/index.ts";

/** A run in a list of the runs of a build. */
export type ListedRun = BuildRuns["results"][number];

/** Returns a benchmark with the game or the test of a run: "Game benchmark · Cyberpunk 2077". */
export function nameOfBenchmark({ benchmark, title }: Pick<ListedRun, "benchmark" | "title">): string {
  return title === null ? benchmark.name : `${benchmark.name} · ${title}`;
}

/** Returns the warnings of a run, without the warnings that the reason in `unranked` contains. */
export function otherWarningsOf({ warnings, unranked }: Pick<ListedRun, "warnings" | "unranked">): string[] {
  return warnings.filter((warning) => !unranked?.reason.includes(warning));
}

/** Returns the reason in `unranked` of a run, if the run is unranked, and the other warnings of the run. */
export function notesOf(run: Pick<ListedRun, "warnings" | "unranked">): string[] {
  return [...(run.unranked ? [run.unranked.reason] : []), ...otherWarningsOf(run)];
}

/** Returns the address of the page of a run. */
export const hrefOfRun = (runId: string): string => `/r/${encodeURIComponent(runId)}`;

/** Returns the API's address of a run, or of a part of the run, such as the chart. */
export const apiHrefOf = (runId: string, part = ""): string =>
  `/benchmarks/runs/${encodeURIComponent(runId)}${part}`;

/** Returns the address of the ranking of a run's benchmark and variant. */
export function hrefOfRanking({
  benchmark_id,
  variant,
}: Pick<ListedRun, "benchmark_id" | "variant">): string {
  const query = variant === null ? "" : `?variant=${encodeURIComponent(variant)}`;
  return `/rankings/${benchmark_id}${query}`;
}

/** Returns the address of the page of a build. */
export const hrefOfBuild = (buildId: number): string => `/b/${buildId}`;
