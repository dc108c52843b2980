import type { Db } from "mongodb";
import { createFigures } from "../../../src/benchmarks/figures/figures.ts";
import { buildLimits } from "../../../src/benchmarks/model/build-limits.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { createRunsRepository } from "../../../src/benchmarks/records/runs-repository.ts";

/** The id of the benchmark that accepts captures of frame times. */
export const CAPTURE = 16;
/** The id of a benchmark that accepts result files of 3DMark. */
export const TIME_SPY = 7;

let runIds = 0;

/** Returns a run as a new submission stores it: a complete run with a score, or a queued run with a file. */
export function makeRun(build_id: number, fields: Partial<Run>): Run {
  runIds += 1;
  const created_at = new Date(1_800_000_000_000);
  const isScore = fields.score !== undefined && fields.file === undefined;
  return {
    _id: `run-${runIds}`,
    submission_id: `submission-${runIds % 3}`,
    sequence: runIds,
    account_id: "account",
    build_id,
    benchmark_id: isScore ? 15 : CAPTURE,
    status: isScore ? "complete" : "queued",
    fencing_token: 0,
    attempts: 0,
    score: null,
    variant: null,
    metrics: null,
    warnings: [],
    file: null,
    error: null,
    reader_version: null,
    created_at,
    touched_at: created_at,
    completed_at: null,
    ...fields,
  };
}

/**
 * Returns the fields by which a run names its file: the id in the file store, the name, the size and the given SHA-256.
 */
export const fileOf = (sha256: string) => ({ file_id: "file", name: "a.csv", bytes: 1, sha256 });

// `metrics` contains the recording, because `referenceSummaries` needs the recording of every run, and a run of
// recording 1 lacks the field `recording`.
const readingOf = (score: number, variant: string | null, recording: number) => ({
  score,
  variant,
  ...(recording !== 1 && { recording }),
  metrics: { recording },
  warnings: [],
  unranked: null,
});

/**
 * Opens the runs and the statistics of builds in a database. Returns them with functions by which tests change the
 * runs.
 */
export function openFigures(db: Db) {
  const runs = createRunsRepository(db);
  const figures = createFigures({ runsRepository: runs, buildLimits });
  return {
    runs,
    figures,

    /** Claims a run and completes it with a result, unless the run is already final or deleted. */
    complete: async (run: Run, score: number, variant: string | null, recording = 1): Promise<void> => {
      const claim = await runs.claim(run, run.created_at);
      if (!claim) return;
      const result = { ...readingOf(score, variant, recording), reader_version: 1 };
      await runs.complete(claim, result, run.created_at);
    },

    /**
     * Replaces the result of a complete run, as a later version of the readers does.
     * @param recording the recording that the readers choose if the run names none
     */
    replaceResult: async (
      runId: string,
      score: number,
      variant: string | null,
      recording = 1,
    ): Promise<void> => {
      const run = await runs.find(runId);
      const claim = run?.status === "complete" ? await runs.claimComplete(run) : null;
      if (!claim) return;
      const reading = readingOf(score, variant, run?.recording ?? recording);
      await runs.replaceResult(claim, { ...reading, reader_version: 2 });
    },

    /** Returns the statistics of a build, with only the fields that `referenceSummaries` also computes. */
    shown: async (buildId: number) => {
      const summaries = await figures.summariesOf({ buildId, isOwned: true });
      return summaries.map(
        ({ benchmark_id, variant, runs: count, unranked_runs, best, mean, stdev, latest }) => {
          const counted = { runs: count, unranked_runs, best, mean, stdev };
          return Object.assign(counted, { benchmark_id, variant, latest: latest.run_id });
        },
      );
    },
  };
}
