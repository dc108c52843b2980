import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../infra/clock.ts";
import type { Run, RunError } from "../model/run.ts";
import type { FileStore } from "../records/file-store.ts";
import type { FrameSeriesRepository } from "../records/frame-series-repository.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { publishSeries } from "./publish-series.ts";
import { readRunFile, SAME_FILE_WARNING, type Reading } from "./read-run-file.ts";

/** A figure that changes. `name` is its path in the run, such as "metrics.low_1_fps". */
export interface FigureChange {
  name: string;
  before: unknown;
  after: unknown;
}

/**
 * What came of reading a file again:
 * - `replaced`: the run has what the present readers say; `changes` is empty where that is what it had
 * - `unreadable`: a complete run whose file can no longer be read keeps its figures
 * - `still_failed`, `now_readable`: a failed run stays failed in both cases, because its unit was given back
 * - `overtaken`: the run was changed or deleted meanwhile, and this reading was dropped
 */
export type ReprocessOutcome =
  | { kind: "replaced"; changes: FigureChange[] }
  | { kind: "unreadable" | "still_failed"; error: RunError }
  | { kind: "now_readable" | "overtaken" };

interface ReprocessDeps {
  runs: RunsRepository;
  files: FileStore;
  series: FrameSeriesRepository;
  clock: Clock;
}

/** Reads the file of a final run again: the step behind `RunParser.reprocess`. */
export async function reprocessRun(
  deps: ReprocessDeps,
  run: Run,
  { isDryRun }: { isDryRun: boolean },
): Promise<ReprocessOutcome> {
  if (!run.file) throw new Error(`run ${run._id} has no file`);
  const reading = await readRunFile(deps.files.open(run.file.file_id), run);
  if (run.status !== "complete")
    return "code" in reading ? { kind: "still_failed", error: reading } : { kind: "now_readable" };
  if ("code" in reading) {
    // The file of a run that was deleted meanwhile is gone as well.
    const isDeleted = (await deps.runs.find(run._id)) === null;
    return isDeleted ? { kind: "overtaken" } : { kind: "unreadable", error: reading };
  }
  const figures = { ...reading.figures, warnings: withSameFileWarning(run, reading.figures.warnings) };
  const isReplaced = isDryRun || (await replace(deps, run, { ...reading, figures }));
  return isReplaced ? { kind: "replaced", changes: changesBetween(run, figures) } : { kind: "overtaken" };
}

/** The reader knows one file only; that the build had it before was found when it was submitted. */
function withSameFileWarning(run: Run, warnings: readonly string[]): string[] {
  return run.warnings.includes(SAME_FILE_WARNING) ? [...warnings, SAME_FILE_WARNING] : [...warnings];
}

async function replace(
  { runs, series: repository, clock }: ReprocessDeps,
  run: Run,
  { figures, series }: Reading,
): Promise<boolean> {
  const claim = await runs.claimComplete(run);
  if (!claim) return false;
  const isReplaced = await publishSeries(repository, {
    key: claim,
    series,
    at: clock(),
    write: (frame_series) => runs.replaceResult(claim, { ...figures, frame_series }),
  });
  // The file had frames for the old readers and has none for the present ones.
  if (isReplaced && !series && run.frame_series)
    await repository.remove(run._id, run.frame_series.fencing_token);
  return isReplaced;
}

function changesBetween(run: Run, figures: Reading["figures"]): FigureChange[] {
  const before = flatten(run);
  const after = flatten(figures);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .map((name) => ({ name, before: before.get(name), after: after.get(name) }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

function flatten({
  score,
  variant,
  warnings,
  metrics,
}: Pick<Run, "score" | "variant" | "warnings" | "metrics">) {
  const ofMetrics = Object.entries(metrics ?? {}).map(([name, value]) => [`metrics.${name}`, value] as const);
  return new Map<string, unknown>([
    ["score", score],
    ["variant", variant],
    ["warnings", warnings],
    ...ofMetrics,
  ]);
}
