import type { PartSummary } from "../../answers/part-summary.ts";
import {
  benchmarkTypeOf,
  droppedFrameWarnings,
  gameSettingsOf,
  headlineOf,
  settingWarnings,
  type BuildRuns,
  type ShownRun,
} from "../../benchmarks/index.ts";
import { addressOf, settingPairs, type Pair } from "../lists/addresses.ts";

export type { ShownRun } from "../../benchmarks/index.ts";

/** A run in a list of the runs of a build. */
export type ListedRun = BuildRuns["results"][number];

/** Returns whether a run can be compared with others: it has a score, and is not hidden. */
export const isComparable = ({ score, hidden }: ListedRun): boolean => score !== null && !hidden;

/** Returns what a run measured: "Cyberpunk 2077", "Time Spy graphics test 1" or "Cinebench R23". */
export function nameOfBenchmark(
  run: Pick<ListedRun, "benchmark_id" | "title"> & { benchmark: { name: string } },
): string {
  return headlineOf({ ...run, name: run.benchmark.name });
}

/** Returns the warnings of a run, except those that the text of `unranked` already contains. */
function otherWarningsOf({ warnings, unranked }: Pick<ListedRun, "warnings" | "unranked">): string[] {
  return warnings.filter((warning) => !unranked?.reason.includes(warning));
}

/** Returns the notes on a run: why it is hidden; or else why it is unranked, if it is, and its warnings. */
export function notesOf(run: Pick<ListedRun, "warnings" | "unranked" | "hidden">): string[] {
  if (run.hidden) return [`Hidden by the operator: ${run.hidden.reason}`];
  return [...(run.unranked ? [run.unranked.reason] : []), ...otherWarningsOf(run)];
}

/** Returns the warnings, shown beside the score, which say that many frames of the capture were never displayed. */
export const warningsBesideScore = (run: Pick<ShownRun, "metrics">): string[] =>
  droppedFrameWarnings(run).map(({ public_detail }) => public_detail);

/** Returns the warnings of a run that its page shows neither beside the score nor beside the settings. */
export function warningsBelow(run: ShownRun): string[] {
  const besideSettings = settingWarnings(run).map(({ public_detail }) => public_detail);
  const shown = new Set([...warningsBesideScore(run), ...besideSettings]);
  return otherWarningsOf(run).filter((warning) => !shown.has(warning));
}

/** Returns whether somebody typed the score of a run in, so that no file proves it. */
export const isTypedIn = ({ benchmark_id, file }: Pick<ShownRun, "benchmark_id" | "file">): boolean =>
  file === null && benchmarkTypeOf(benchmark_id).kind === "score";

/** Returns the address of the page of a run. */
export const hrefOfRun = (runId: string): string => `/r/${encodeURIComponent(runId)}`;

/** The HTML id of the form that deletes a run. */
export const DELETE_ID = "delete";

/** Returns the address of the form that deletes a run, unfolded on the page of the run. */
export const hrefOfDelete = (runId: string): string => `${hrefOfRun(runId)}?delete=yes#${DELETE_ID}`;

/** Returns the API's address of a run, or of a part of the run, such as the chart. */
export const apiHrefOf = (runId: string, part = ""): string =>
  `/benchmarks/runs/${encodeURIComponent(runId)}${part}`;

/**
 * Returns the address of the ranking that contains a run. For a game, the address names the settings among which the
 * run is ranked: those of the run, or any settings. For a run without a rank, the address names no settings, so that
 * the ranking opens with the settings by which the game is compared.
 * @param part a part to which the ranking is limited: builds with the same chip or model
 */
export function hrefOfRanking(run: ShownRun, part?: Pick<PartSummary, "kind" | "id">): string {
  const { benchmark_id, variant, standing } = run;
  const ofVariant: Pair[] = variant === null ? [] : [["variant", variant]];
  const settings =
    benchmarkTypeOf(benchmark_id).is_of_games && standing
      ? settingPairs(standing.settings_mixed ? {} : gameSettingsOf(run))
      : [];
  const ofPart: Pair[] = part ? [[part.kind, String(part.id)]] : [];
  return addressOf(`/rankings/${benchmark_id}`, [...ofVariant, ...settings, ...ofPart]);
}

/** Returns the address of the page of a build. */
export const hrefOfBuild = (buildId: number): string => `/b/${buildId}`;
