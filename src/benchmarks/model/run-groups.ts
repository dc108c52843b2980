import { isOfUnknownGame } from "./game-of-run.ts";
import { gameSettingsOf } from "./run-settings.ts";
import type { Review, Run } from "./run.ts";
import { NEVER_RANKED } from "./unranked.ts";

/**
 * The fields of a run from which the figures of its build are computed. A query that reads only an index returns null
 * for a field that the run lacks, and for each field of an object that the run lacks.
 */
export interface FigureRun extends Pick<
  Run,
  "_id" | "benchmark_id" | "status" | "variant" | "score" | "created_at"
> {
  recording?: number | null;
  file?: { sha256?: string | null } | null;
  unranked?: { code?: string | null } | null;
  outlier?: { detail?: string | null } | null;
  review?: { decision?: Review["decision"] | null } | null;
  settings?: { resolution?: string | null; preset?: string | null } | null;
  recorded_on?: { resolution?: string | null } | null;
}

/** The runs of one benchmark and variant that the figures of a build include. */
export interface RunGroup {
  benchmark_id: number;
  variant: string | null;
  /**
   * The id of the group's only run if the game of that run is unknown, because another run of an unknown game may be of
   * another game; otherwise null.
   */
  loneRunId: string | null;
  /** The runs in the group of one benchmark and variant: at least one run, the newest first. */
  runs: CountedRun[];
}

/** Whether the operator has hidden a run. Statistics and counts that everybody sees do not include hidden runs. */
export function isHiddenRun({ review }: Pick<FigureRun, "review">): boolean {
  return review?.decision === "hidden";
}

/** A run that the figures of its build include. */
export interface CountedRun {
  run_id: string;
  score: number;
  created_at: Date;
  is_unranked: boolean;
  /** The settings of the game by which the run is ranked; a setting that is unknown is absent. */
  settings: { resolution?: string; preset?: string };
}

/**
 * The maximum number of groups (of one benchmark and variant) in the figures of a build. The groups with the newest
 * runs are taken.
 */
const MAX_GROUPS = 1000;
/**
 * The maximum number of groups, in the figures of a build, that consist of a single run of an unknown game. The limit
 * leaves room for runs of known games.
 */
const MAX_LONE_GROUPS = 100;

/**
 * Groups the complete runs of a build by benchmark and variant, without runs that repeat a measurement. Each run whose
 * game is unknown is a separate group.
 * @param runs the runs of the build, the newest first
 */
export function groupRuns(runs: readonly FigureRun[]): RunGroup[] {
  const groups = new Map<string, RunGroup>();
  let loneGroups = 0;
  for (const run of countedOf(runs)) {
    const { _id, benchmark_id, variant, score, created_at } = run;
    if (score === null) continue;
    const isLone = isOfUnknownGame(run);
    const key = isLone ? _id : `${benchmark_id} ${variant ?? ""}`;
    let group = groups.get(key);
    if (!group) {
      if (groups.size >= MAX_GROUPS || (isLone && loneGroups >= MAX_LONE_GROUPS)) continue;
      group = { benchmark_id, variant, loneRunId: isLone ? _id : null, runs: [] };
      groups.set(key, group);
      if (isLone) loneGroups += 1;
    }
    const [is_unranked, settings] = [isUnranked(run), gameSettingsOf(run)];
    group.runs.push({ run_id: _id, score, created_at, is_unranked, settings });
  }
  return [...groups.values()];
}

/** Returns the complete runs without those that repeat the measurement of an earlier run. */
function countedOf(runs: readonly FigureRun[]): FigureRun[] {
  const seen = new Set<string>();
  const isFirst = (run: FigureRun): boolean => {
    const measurement = measurementOf(run);
    if (measurement === null) return true;
    const isNew = !seen.has(measurement);
    seen.add(measurement);
    return isNew;
  };
  const oldestFirst = runs.filter(({ status }) => status === "complete").toReversed();
  return oldestFirst.filter(isFirst).toReversed();
}

/**
 * Returns a key that is equal for runs of the same measurement: the same file, benchmark, variant and recording of the
 * file. A run without `recording` was read from the first recording of its file. Returns null for a typed-in score.
 */
export function measurementOf({
  file,
  benchmark_id,
  variant,
  recording,
}: Pick<FigureRun, "file" | "benchmark_id" | "variant" | "recording">): string | null {
  const sha256 = file?.sha256 ?? null;
  return sha256 === null ? null : `${sha256} ${benchmark_id} ${recording ?? 1} ${variant ?? ""}`;
}

/** Whether a run whose fields were read from an index is unranked, by the rules of `unrankedOf`. */
function isUnranked({ review, unranked, outlier }: FigureRun): boolean {
  const decision = review?.decision ?? null;
  if (decision === "accepted") return unranked?.code === NEVER_RANKED;
  if (decision !== null) return true;
  return (unranked?.code ?? outlier?.detail ?? null) !== null;
}
