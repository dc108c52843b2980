import type { Collection, Filter } from "mongodb";
import type { Run, RunError, RunFile, RunStatus } from "./runs-repository.ts";

/** What a reader found, as it is stored. */
export type RunResult = Pick<
  Run,
  "score" | "variant" | "metrics" | "warnings" | "reader_version" | "frame_series"
>;

/** A run that a worker holds: the attempt is the proof. */
export interface Claim {
  runId: string;
  attempt: number;
}

/** Every step from one status of a run to another. Each is one write that names the status it begins from. */
export interface RunLife {
  /** Takes an unfinished run that is still at the attempt that was read; null where somebody else was faster. */
  claim(run: Run, at: Date): Promise<Claim | null>;
  /** Notes that a claim is still held. One that is lost changes nothing. */
  keepClaim(claim: Claim, at: Date): Promise<void>;
  /** Gives a claim back, so that it does not count as a try. */
  giveBack(claim: Claim, at: Date): Promise<void>;
  /** Answers false where the claim is lost. */
  complete(claim: Claim, result: RunResult, at: Date): Promise<boolean>;
  /** Marks the unit as due to be given back, in the same write. Answers false where the claim is lost. */
  fail(claim: Claim, error: RunError, readerVersion: number, at: Date): Promise<boolean>;
  clearRefundDue(runId: string): Promise<void>;
  /** Queues a failed run once more. Answers false where it is no longer failed. */
  requeue(run: Run, at: Date): Promise<boolean>;
  /** Notes that an unfinished run was given to the queue once more. */
  touch(runId: string, at: Date): Promise<void>;
  /** Hides a run for good; a worker that holds it loses its claim. Answers with the run, or null where it is gone. */
  markDeleting(runId: string): Promise<Run | null>;
  /** Removes what is left of a run that is being deleted. */
  removeDeleted(runId: string): Promise<void>;
  /** Unfinished runs that nobody has touched since a moment. */
  findOverdue(before: Date, limit: number): Promise<Run[]>;
  findRefundsDue(limit: number): Promise<Run[]>;
  /** Runs that are complete or failed and still have their archive. */
  findArchives(limit: number): Promise<Run[]>;
  /** Answers false where the run no longer names this file. */
  replaceFile(runId: string, fileId: string, file: RunFile): Promise<boolean>;
  findDeleting(limit: number): Promise<Run[]>;
  findFailed(codes: readonly string[] | null): AsyncIterable<Run>;
  /** All runs of a build, those being deleted included. */
  findAllOf(buildId: number): Promise<Run[]>;
}

const final: RunStatus[] = ["complete", "failed"];
const unfinished: RunStatus[] = ["queued", "processing"];

const held = ({ runId, attempt }: Claim) => ({ _id: runId, attempt, status: "processing" as const });

/** The steps of the runs in a collection. */
export function createRunLife(runs: Collection<Run>): RunLife {
  const hasMatched = async (filter: Filter<Run>, change: Parameters<typeof runs.updateOne>[1]) =>
    (await runs.updateOne(filter, change)).matchedCount === 1;

  return {
    claim: async ({ _id, attempt }, at) => {
      const change = {
        $set: { status: "processing" as const, touched_at: at },
        $inc: { attempt: 1, tries: 1 },
      };
      const isMine = await hasMatched({ _id, attempt, status: { $in: unfinished } }, change);
      return isMine ? { runId: _id, attempt: attempt + 1 } : null;
    },
    keepClaim: async (claim, at) => {
      // One that was sent earlier may come in later.
      await runs.updateOne(held(claim), { $max: { touched_at: at } });
    },
    giveBack: async (claim, at) => {
      await runs.updateOne(held(claim), { $set: { status: "queued", touched_at: at }, $inc: { tries: -1 } });
    },
    complete: (claim, result, at) =>
      hasMatched(held(claim), { $set: { ...result, status: "complete", completed_at: at } }),
    fail: (claim, error, readerVersion, at) => {
      const fields = { error, reader_version: readerVersion, completed_at: at };
      return hasMatched(held(claim), { $set: { ...fields, status: "failed", refund_due: true } });
    },
    clearRefundDue: async (runId) => {
      await runs.updateOne({ _id: runId }, { $unset: { refund_due: true } });
    },
    requeue: ({ _id, attempt }, at) =>
      hasMatched(
        { _id, attempt, status: "failed" },
        {
          $set: { status: "queued", tries: 0, error: null, completed_at: null, touched_at: at },
          $inc: { attempt: 1 },
        },
      ),
    replaceFile: (runId, fileId, file) =>
      hasMatched({ _id: runId, "file.file_id": fileId, status: { $in: final } }, { $set: { file } }),
    touch: async (runId, at) => {
      await runs.updateOne({ _id: runId, status: { $in: unfinished } }, { $set: { touched_at: at } });
    },
    markDeleting: (runId) =>
      runs.findOneAndUpdate({ _id: runId }, { $set: { status: "deleting" } }, { returnDocument: "after" }),
    removeDeleted: async (runId) => {
      await runs.deleteOne({ _id: runId, status: "deleting" });
    },
    ...createSearches(runs),
  };
}

function createSearches(runs: Collection<Run>) {
  return {
    findOverdue: (before: Date, limit: number) =>
      runs
        .find({ status: { $in: unfinished }, touched_at: { $lt: before } })
        .limit(limit)
        .toArray(),
    findArchives: (limit: number) =>
      runs
        .find({ "file.is_archive": true, status: { $in: final } })
        .limit(limit)
        .toArray(),
    findRefundsDue: (limit: number) => runs.find({ refund_due: true }).limit(limit).toArray(),
    findDeleting: (limit: number) => runs.find({ status: "deleting" }).limit(limit).toArray(),
    findFailed: (codes: readonly string[] | null): AsyncIterable<Run> =>
      runs.find({ status: "failed", ...(codes && { "error.code": { $in: [...codes] } }) }),
    findAllOf: (buildId: number) => runs.find({ build_id: buildId }).toArray(),
  };
}
