import type { BuildRuns } from "../../benchmarks/index.ts";

export type { ShownRun } from "../../benchmarks/index.ts";

/** A run in a list. */
export type ListedRun = BuildRuns["results"][number];

/** Returns a benchmark with its variant: "Game benchmark · harbour.exe". */
export function nameOfBenchmark({ benchmark, variant }: Pick<ListedRun, "benchmark" | "variant">): string {
  return variant === null ? benchmark.name : `${benchmark.name} · ${variant}`;
}

/** Returns the address of the page of a run. */
export const hrefOfRun = (runId: string): string => `/r/${encodeURIComponent(runId)}`;

/** Returns the address under which the API has something of a run, such as its chart. */
export const apiHrefOf = (runId: string, part = ""): string =>
  `/benchmarks/runs/${encodeURIComponent(runId)}${part}`;

/** Returns the address of the ranking in which a run may stand. */
export function hrefOfRanking({
  benchmark_id,
  variant,
}: Pick<ListedRun, "benchmark_id" | "variant">): string {
  const query = variant === null ? "" : `?variant=${encodeURIComponent(variant)}`;
  return `/rankings/${benchmark_id}${query}`;
}

/** Returns the address of the page of a build. */
export const hrefOfBuild = (buildId: number): string => `/b/${buildId}`;
