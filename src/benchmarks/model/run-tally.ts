import { UNKNOWN_GAME } from "../../readers/index.ts";
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
  | "recording"
  | "score"
  | "created_at"
  | "tally"
> & { file: { sha256: string } | null };

/**
 * What is measured in a file: the run of a benchmark in a variant, and of a file with several recordings one of them. Of the runs with
 * the same measurement only one counts.
 */
export interface Measurement {
  sha256: string;
  benchmark_id: number;
  variant: string | null;
  /** The recording of the file, from 1. */
  recording: number;
}

/**
 * Returns the measurements of a run: as it is complete, and as the figures of its build have it. None for a run without a file. A run
 * without `recording` is of the first. One that is read anew may turn out to be of another, so that the figures may still have it as
 * the first.
 */
export function measurementsOf({
  file,
  benchmark_id,
  variant,
  recording = 1,
  status,
  tally,
}: TalliedRun): Measurement[] {
  if (!file) return [];
  const inFile = { sha256: file.sha256, benchmark_id, recording };
  const complete = status === "complete" ? [{ ...inFile, variant }] : [];
  if (tally?.score === undefined) return complete;
  const tallied = { ...inFile, variant: variantOfGroup(tally.variant ?? null) };
  return [...complete, tallied, ...(recording === 1 ? [] : [{ ...tallied, recording: 1 }])];
}

/** A run as one step has tallied it: the fields that the step has seen, and whether the figures count the run since. */
export interface TallyNote {
  run_id: string;
  status: Run["status"];
  variant: string | null;
  score: number | null;
  is_counted: boolean;
}

const SEPARATOR = "\n";

/**
 * Returns the name of the group of scores in which the figures of a build have a run: its variant; of a run whose game is unknown a
 * name of its own, because nobody knows whether another such run is of the same game. No variant holds a line break.
 */
export function groupVariantOf({ _id, variant }: { _id: string; variant: string | null }): string | null {
  return variant === UNKNOWN_GAME ? `${variant}${SEPARATOR}${_id}` : variant;
}

/** Whether the name of a group is that of a single run whose game is unknown. */
export function standsAlone(groupVariant: string | null): boolean {
  return groupVariant?.includes(SEPARATOR) ?? false;
}

/** Returns the variant of the runs of a group. */
export function variantOfGroup(groupVariant: string | null): string | null {
  return groupVariant?.split(SEPARATOR)[0] ?? null;
}
