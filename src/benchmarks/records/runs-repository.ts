import type { Collection, Db } from "mongodb";
import type { SeriesReference } from "./frame-series-repository.ts";
import { createRunLife, type RunLife } from "./run-transitions.ts";
import { createRunReprocessing, type RunReprocessing } from "./run-reprocessing.ts";

/**
 * A run's life: queued → processing → complete | failed. Typed-in scores are complete at once. A run that is deleting
 * is hidden until nothing of it is left.
 */
export type RunStatus = "queued" | "processing" | "complete" | "failed" | "deleting";

/** Why a run has failed, written for the person who sent the file. */
export interface RunError {
  code: string;
  detail: string;
  line?: number;
}

/** The file of a run, by its place in the file store. */
export interface RunFile {
  file_id: string;
  name: string;
  bytes: number;
  sha256: string;
  /** True while the file is a .3dmark-result archive, of which only Result.xml may be kept. */
  is_archive?: true;
  /** What is kept in the place of an archive. `name`, `bytes` and `sha256` stay those of what was sent. */
  kept_as?: { name: string; bytes: number };
  /** True where nothing could be kept of an archive. */
  is_removed?: true;
}

/** A run as it is stored. */
export interface Run {
  _id: string;
  submission_id: string;
  account_id: string;
  build_id: number;
  benchmark_id: number;
  status: RunStatus;
  /** Raised by each claim. A worker's later writes name it, so that one that lost its claim changes nothing. */
  attempt: number;
  /** Claims that ended neither with a result nor by being given back: a file that kills its reader has several. */
  tries: number;
  score: number | null;
  variant: string | null;
  metrics: object | null;
  warnings: string[];
  file: RunFile | null;
  error: RunError | null;
  reader_version: number | null;
  /** The frame times of a capture, written together with its figures; null or absent where there are none. */
  frame_series?: SeriesReference | null;
  /** True from the failure until the unit is given back. */
  refund_due?: true;
  created_at: Date;
  /** When the run was last queued or claimed. */
  touched_at: Date;
  completed_at: Date | null;
}

/** The part of a run that its build's figures need. */
type RunFigures = Pick<Run, "_id" | "benchmark_id" | "variant" | "score" | "created_at"> & {
  file?: { sha256: string } | null;
};

/** Which runs of a build a list shows. */
interface RunListQuery {
  page: number;
  limit: number;
  benchmark_id?: number | undefined;
}

/** The collection of runs. Runs that are being deleted are found by nobody but the one who deletes them. */
export interface RunsRepository extends RunLife, RunReprocessing {
  /** Stores runs that are not there yet; those that are stay as they are. */
  insertMissing(runs: readonly Run[]): Promise<void>;
  find(runId: string): Promise<Run | null>;
  /** Those of some runs that are complete or failed. */
  findFinal(runIds: readonly string[]): Promise<Run[]>;
  /** The runs of a submission that are stored. */
  findOfSubmission(submissionId: string): Promise<Run[]>;
  /** What the figures of a build are made of. */
  completeRunsOf(buildId: number): Promise<RunFigures[]>;
  /** One page of a build's runs, newest first, and how many there are in all. */
  listOf(buildId: number, query: RunListQuery): Promise<{ runs: Run[]; total: number }>;
  /** Whether the build has another run of this benchmark with the same bytes. */
  hasSameFile(run: Run): Promise<boolean>;
}

/** A run that is somewhere in its life, but not being deleted. */
const isThere = { status: { $ne: "deleting" as const } };

const runsOf = (db: Db): Collection<Run> => db.collection("runs");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpRuns(db: Db): Promise<void> {
  await runsOf(db).createIndexes([
    { key: { build_id: 1, status: 1, created_at: 1 } },
    { key: { build_id: 1, created_at: -1, _id: -1 } },
    { key: { build_id: 1, "file.sha256": 1 } },
    { key: { status: 1, touched_at: 1 } },
    { key: { refund_due: 1 }, sparse: true },
    { key: { "file.is_archive": 1 }, sparse: true },
    { key: { submission_id: 1 } },
  ]);
}

/** The runs of a database. */
export function createRunsRepository(db: Db): RunsRepository {
  const runs = runsOf(db);
  return {
    insertMissing: async (some) => {
      const upserts = some.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
      }));
      await runs.bulkWrite(upserts, { ordered: false });
    },
    find: (runId) => runs.findOne({ _id: runId, ...isThere }),
    findFinal: (runIds) =>
      runs.find({ _id: { $in: [...runIds] }, status: { $in: ["complete", "failed"] } }).toArray(),
    findOfSubmission: (submissionId) => runs.find({ submission_id: submissionId }).toArray(),
    completeRunsOf: (buildId) =>
      runs
        .find({ build_id: buildId, status: "complete" })
        .project<RunFigures>({ benchmark_id: 1, variant: 1, score: 1, "file.sha256": 1, created_at: 1 })
        .toArray(),
    listOf: async (buildId, { page, limit, benchmark_id }) => {
      const query = { build_id: buildId, ...isThere, ...(benchmark_id !== undefined && { benchmark_id }) };
      const [found, total] = await Promise.all([
        runs
          .find(query)
          .sort({ created_at: -1, _id: -1 })
          .skip((page - 1) * limit)
          .limit(limit)
          .toArray(),
        runs.countDocuments(query),
      ]);
      return { runs: found, total };
    },
    hasSameFile: async ({ _id, build_id, benchmark_id, file }) => {
      if (!file) return false;
      const same = { build_id, "file.sha256": file.sha256, benchmark_id, _id: { $ne: _id }, ...isThere };
      return (await runs.findOne(same, { projection: { _id: 1 } })) !== null;
    },
    ...createRunLife(runs),
    ...createRunReprocessing(runs),
  };
}
