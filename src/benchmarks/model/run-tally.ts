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
  | "suspect"
  | "outlier"
  | "review"
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
  is_suspect: boolean;
  is_counted: boolean;
}

const SEPARATOR = "\n";
const SUSPECT = "suspect";

/**
 * Returns the name of the group of scores in which the figures of a build have a run: its variant; of a run whose game is unknown a
 * name of its own, because nobody knows whether another such run is of the same game. Suspect runs are in a group beside that of
 * the others, so that means can leave them out. No variant holds a line break.
 */
export function groupVariantOf(
  { _id, variant }: Pick<Run, "_id" | "variant">,
  isSuspect: boolean,
): string | null {
  const name = variant === UNKNOWN_GAME ? `${variant}${SEPARATOR}${_id}` : variant;
  return isSuspect ? `${name ?? ""}${SEPARATOR}${SUSPECT}` : name;
}

/** What the name of a group says of its runs. */
export interface GroupVariant {
  variant: string | null;
  isSuspect: boolean;
  /** The only run of the group, where its game is unknown. */
  loneRunId: string | null;
}

/** Reads what `groupVariantOf` has written. */
export function parseGroupVariant(name: string | null): GroupVariant {
  const [variant = "", ...rest] = name?.split(SEPARATOR) ?? [];
  const isSuspect = rest.at(-1) === SUSPECT;
  const loneRunId = rest.length > (isSuspect ? 1 : 0) ? (rest[0] ?? null) : null;
  return { variant: variant === "" ? null : variant, isSuspect, loneRunId };
}

/** Whether the name of a group is that of a single run whose game is unknown. */
export function standsAlone(groupVariant: string | null): boolean {
  return parseGroupVariant(groupVariant).loneRunId !== null;
}

/** Returns the variant of the runs of a group. */
export function variantOfGroup(groupVariant: string | null): string | null {
  return parseGroupVariant(groupVariant).variant;
}

/** Returns the name of the group that the suspect runs of a group would have if they were not suspect. */
export function withoutSuspicion(groupVariant: string | null): string | null {
  const { variant, loneRunId } = parseGroupVariant(groupVariant);
  return groupVariantOf({ _id: loneRunId ?? "", variant }, false);
}
