import type { Run } from "./run.ts";

/** The fields of a run by which it is tallied. */
export type TalliedRun = Pick<
  Run,
  | "_id"
  | "build_id"
  | "benchmark_id"
  | "submission_id"
  | "sequence"
  | "status"
  | "variant"
  | "score"
  | "created_at"
  | "tally"
> & { file: { sha256: string } | null };

/** A run as one step has tallied it: the fields that the step has seen, and whether the figures count the run since. */
export interface TallyNote {
  run_id: string;
  status: Run["status"];
  variant: string | null;
  score: number | null;
  is_counted: boolean;
}
