import type { Collection, Db } from "mongodb";

/** A run's life: queued → processing → complete | failed. Typed-in scores are complete at once. */
export type RunStatus = "queued" | "processing" | "complete" | "failed";

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
  /** True from the failure until the unit is given back. */
  refund_due?: true;
  created_at: Date;
  completed_at: Date | null;
}

/** What a reader found, as it is stored. */
export type RunResult = Pick<Run, "score" | "variant" | "metrics" | "warnings" | "reader_version">;

/** A run that a worker holds: the attempt is the proof. */
export interface Claim {
  runId: string;
  attempt: number;
}

/** The collection of runs. */
export interface RunsRepository {
  /** Stores runs that are not there yet; those that are stay as they are. */
  insertMissing(runs: readonly Run[]): Promise<void>;
  find(runId: string): Promise<Run | null>;
  /** Those of some runs that are complete or failed. */
  findFinal(runIds: readonly string[]): Promise<Run[]>;
  completeRunsOf(buildId: number): Promise<Run[]>;
  /** Whether the build has another run of this benchmark with the same bytes. */
  hasSameFile(run: Run): Promise<boolean>;
  /** Takes an unfinished run that is still at the attempt that was read; null where somebody else was faster. */
  claim(run: Run): Promise<Claim | null>;
  /** Gives a claim back, so that it does not count as a try. */
  giveBack(claim: Claim): Promise<void>;
  /** Answers false where the claim is lost. */
  complete(claim: Claim, result: RunResult, at: Date): Promise<boolean>;
  /** Marks the unit as due to be given back, in the same write. Answers false where the claim is lost. */
  fail(claim: Claim, error: RunError, readerVersion: number, at: Date): Promise<boolean>;
  clearRefundDue(runId: string): Promise<void>;
}

const UNFINISHED: RunStatus[] = ["queued", "processing"];
const FINAL: RunStatus[] = ["complete", "failed"];

const runsOf = (db: Db): Collection<Run> => db.collection("runs");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpRuns(db: Db): Promise<void> {
  await runsOf(db).createIndexes([
    { key: { build_id: 1, status: 1, created_at: 1 } },
    { key: { build_id: 1, "file.sha256": 1 } },
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
    find: (runId) => runs.findOne({ _id: runId }),
    findFinal: (runIds) => runs.find({ _id: { $in: [...runIds] }, status: { $in: FINAL } }).toArray(),
    completeRunsOf: (buildId) =>
      runs.find({ build_id: buildId, status: "complete" }).sort({ created_at: 1 }).toArray(),
    hasSameFile: async ({ _id, build_id, benchmark_id, file }) => {
      if (!file) return false;
      const other = await runs.findOne(
        { build_id, "file.sha256": file.sha256, benchmark_id, _id: { $ne: _id } },
        { projection: { _id: 1 } },
      );
      return other !== null;
    },
    ...createClaims(runs),
    clearRefundDue: async (runId) => {
      await runs.updateOne({ _id: runId }, { $unset: { refund_due: true } });
    },
  };
}

function createClaims(
  runs: Collection<Run>,
): Pick<RunsRepository, "claim" | "giveBack" | "complete" | "fail"> {
  const held = ({ runId, attempt }: Claim) => ({ _id: runId, attempt, status: "processing" as const });
  return {
    claim: async ({ _id, attempt }) => {
      const { matchedCount } = await runs.updateOne(
        { _id, attempt, status: { $in: UNFINISHED } },
        { $set: { status: "processing" }, $inc: { attempt: 1, tries: 1 } },
      );
      return matchedCount === 1 ? { runId: _id, attempt: attempt + 1 } : null;
    },
    giveBack: async (claim) => {
      await runs.updateOne(held(claim), { $set: { status: "queued" }, $inc: { tries: -1 } });
    },
    complete: async (claim, result, at) => {
      const change = { $set: { ...result, status: "complete" as const, completed_at: at } };
      return (await runs.updateOne(held(claim), change)).matchedCount === 1;
    },
    fail: async (claim, error, readerVersion, at) => {
      const fields = { status: "failed" as const, error, reader_version: readerVersion, completed_at: at };
      const change = { $set: { ...fields, refund_due: true as const } };
      return (await runs.updateOne(held(claim), change)).matchedCount === 1;
    },
  };
}
