import type { RunSettings } from "./run-details.ts";
import type { Run, RunRanking } from "./run.ts";
import { titleOfRun } from "./game-of-run.ts";
import { rankedSettingsOf } from "./run-settings.ts";
import { unrankedOf } from "./unranked.ts";

/** The fields of a stored run from which `rankedRunOf` computes the data for rankings. */
export type RankedFields = Pick<Run, Exclude<keyof typeof rankedFields, "metrics.application"> | "_id"> & {
  metrics?: Run["metrics"];
};

/** The MongoDB projection that selects the fields of `RankedFields`. */
export const rankedFields = {
  build_id: 1,
  benchmark_id: 1,
  variant: 1,
  game: 1,
  names_game: 1,
  "metrics.application": 1,
  status: 1,
  score: 1,
  settings: 1,
  recorded_on: 1,
  unranked: 1,
  outlier: 1,
  review: 1,
  ranking: 1,
  ranking_was: 1,
  ranked_at: 1,
} as const;

/** The data of a run that the service needs to rank the run. */
export interface RankedRun {
  run_id: string;
  build_id: number;
  benchmark_id: number;
  variant: string | null;
  /** The title of a known game; for any other game, its name as the file or the submitter has written it. */
  title: string | null;
  status: Run["status"];
  score: number | null;
  /**
   * The settings by which the run is ranked: those that the file states, and for all others the values that the
   * submitter typed.
   */
  settings: RunSettings | undefined;
  /**
   * Why the run is unranked, according to its review, the file reader and the outlier check; null if none of the three
   * gives a reason.
   */
  unranked: object | null;
  /**
   * Whether the outlier check skips the run when the run is ranked. The check does so if the run is unranked because of
   * its file, if a reviewer has decided about the run, or if the check has marked the run as an outlier before.
   */
  is_decided: boolean;
  ranking: RunRanking | null;
  ranking_was: readonly string[];
  /**
   * The time since which rankings contain the run in its present state (`ranking`); null if no ranking contains the
   * run.
   */
  ranked_at: Date | null;
}

/** Returns the data of a stored run that the service needs to rank the run. */
export function rankedRunOf(run: RankedFields): RankedRun {
  const { _id, build_id, benchmark_id, variant, status, score } = run;
  const { ranking = null, ranking_was = [], ranked_at = null } = run;
  return {
    run_id: _id,
    build_id,
    benchmark_id,
    variant,
    title: titleOfRun({ ...run, metrics: run.metrics ?? null }),
    status,
    score,
    settings: rankedSettingsOf(run),
    unranked: unrankedOf(run),
    is_decided: run.review !== undefined || Boolean(run.unranked) || run.outlier !== undefined,
    ranking,
    ranking_was,
    ranked_at,
  };
}
