import type { Collection, Filter, UpdateFilter } from "mongodb";
import {
  finalStatuses,
  unfinishedStatuses,
  type Claim,
  type Run,
  type RunError,
  type RunFile,
  type RunResult,
} from "../model/run.ts";

const held = ({ runId, fencingToken }: Claim) => ({
  _id: runId,
  fencing_token: fencingToken,
  status: "processing" as const,
});

const unfinished = { status: { $in: [...unfinishedStatuses] } };
const final = { status: { $in: [...finalStatuses] } };

/** The steps from one status of a run to another. Each is one write that names the status from which it begins. */
export function createRunTransitions(runs: Collection<Run>) {
  const hasMatched: Write = async (filter, change) =>
    (await runs.updateOne(filter, change)).matchedCount === 1;
  return {
    ...createClaimedSteps(runs, hasMatched),
    ...createFinalSteps(runs, hasMatched),

    /** Notes that the job of an unfinished run was enqueued once more. */
    touch: async (runId: string, at: Date): Promise<void> => {
      await runs.updateOne({ _id: runId, ...unfinished }, { $set: { touched_at: at } });
    },

    /** Hides a run for good; a worker that holds it loses its claim. Returns the run, or null where it is gone. */
    markDeleting: (runId: string): Promise<Run | null> =>
      runs.findOneAndUpdate({ _id: runId }, { $set: { status: "deleting" } }, { returnDocument: "after" }),

    /** Removes the document of a run that is being deleted. */
    removeDeleted: async (runId: string): Promise<void> => {
      await runs.deleteOne({ _id: runId, status: "deleting" });
    },
  };
}

/** Changes a run that matches. Returns whether it did. */
type Write = (filter: Filter<Run>, change: UpdateFilter<Run>) => Promise<boolean>;

/** The steps of the worker that reads the file of a run. */
function createClaimedSteps(runs: Collection<Run>, hasMatched: Write) {
  return {
    /** Claims an unfinished run whose fencing token is still the one that was read; null where another was faster. */
    claim: async ({ _id, fencing_token }: Run, at: Date): Promise<Claim | null> => {
      const change = {
        $set: { status: "processing" as const, touched_at: at },
        $inc: { fencing_token: 1, attempts: 1 },
      };
      const isMine = await hasMatched({ _id, fencing_token, ...unfinished }, change);
      return isMine ? { runId: _id, fencingToken: fencing_token + 1 } : null;
    },

    /** Renews a claim that is still held; a lost claim changes nothing. Heartbeats may arrive out of order; $max keeps the latest. */
    renewClaim: async (claim: Claim, at: Date): Promise<void> => {
      await runs.updateOne(held(claim), { $max: { touched_at: at } });
    },

    /** Gives a claim back, so that it does not count as an attempt. */
    giveBack: async (claim: Claim, at: Date): Promise<void> => {
      await runs.updateOne(held(claim), {
        $set: { status: "queued", touched_at: at },
        $inc: { attempts: -1 },
      });
    },

    /** Stores the result of a claimed run. Returns false where the claim is lost. */
    complete: (claim: Claim, result: RunResult, at: Date): Promise<boolean> =>
      hasMatched(held(claim), { $set: { ...result, status: "complete", completed_at: at } }),

    /** Fails a claimed run and marks its refund as due, in one write. Returns false where the claim is lost. */
    fail: (claim: Claim, error: RunError, readerVersion: number, at: Date): Promise<boolean> => {
      const fields = { error, reader_version: readerVersion, completed_at: at };
      return hasMatched(held(claim), { $set: { ...fields, status: "failed", refund_due: true } });
    },
  };
}

/** The steps of a run that is complete or failed. */
function createFinalSteps(runs: Collection<Run>, hasMatched: Write) {
  return {
    clearRefundDue: async (runId: string): Promise<void> => {
      await runs.updateOne({ _id: runId }, { $unset: { refund_due: true } });
    },

    /** Queues a failed run once more. Returns its new fencing token, or null where it is no longer failed. */
    requeue: async ({ _id, fencing_token }: Run, at: Date): Promise<number | null> => {
      const fields = { attempts: 0, error: null, completed_at: null, touched_at: at };
      const isQueued = await hasMatched(
        { _id, fencing_token, status: "failed" },
        { $set: { ...fields, status: "queued" }, $inc: { fencing_token: 1 } },
      );
      return isQueued ? fencing_token + 1 : null;
    },

    /** Gives a final run another file. Returns false where the run no longer names this file. */
    replaceFile: (runId: string, fileId: string, file: RunFile): Promise<boolean> =>
      hasMatched({ _id: runId, "file.file_id": fileId, ...final }, { $set: { file } }),

    /**
     * Claims the next fencing token of a complete run, which stays complete and shown; null where it has changed since it
     * was read. A later claim takes the right to write away from this one.
     */
    claimComplete: async ({ _id, fencing_token, reader_version }: Run): Promise<Claim | null> => {
      const unchanged = { _id, fencing_token, reader_version, status: "complete" as const };
      const isMine = await hasMatched(unchanged, { $inc: { fencing_token: 1 } });
      return isMine ? { runId: _id, fencingToken: fencing_token + 1 } : null;
    },

    /** Replaces all figures of a complete run in one write. Returns false where the claim is lost. */
    replaceResult: ({ runId, fencingToken }: Claim, result: RunResult): Promise<boolean> =>
      hasMatched({ _id: runId, fencing_token: fencingToken, status: "complete" }, { $set: result }),
  };
}
