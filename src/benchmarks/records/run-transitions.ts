import type { Collection, Filter, UpdateFilter } from "mongodb";
import type { UnrankedReason } from "../../readers/index.ts";
import type { RunSettings } from "../model/run-details.ts";
import {
  storedContentOf,
  type Claim,
  type Review,
  type Run,
  type RunError,
  type RunFile,
  type RunResult,
} from "../model/run.ts";
import { rankingDue, outsideRanking } from "./ranking-queries.ts";
import { final, notDeleting, notHidden, unfinished } from "./run-filters.ts";

/**
 * Creates the methods that change stored runs. Each change of a status is a single write whose filter names the
 * statuses from which it may start; only `markDeleting` may start from any status.
 */
export function createRunTransitions(runs: Collection<Run>) {
  const update: Update = async (filter, change) => (await runs.updateOne(filter, change)).matchedCount === 1;
  return {
    ...createClaimTransitions(runs, update),
    ...createFinalTransitions(runs, update),
    ...createReviewTransitions(update),
    ...createFileTransitions(runs, update),

    /** Records that unfinished runs have jobs in the queue at the given moment. */
    touchQueued: async (runIds: readonly string[], at: Date): Promise<void> => {
      await runs.updateMany({ _id: { $in: [...runIds] }, ...unfinished }, { $set: { touched_at: at } });
    },

    /**
     * Stores new values of the fields that the submitter of a run has typed. Returns false where the run has changed
     * since it was read.
     */
    changeTyped: (
      { _id, fencing_token, status, settings, variant }: Run,
      typed: TypedFields,
    ): Promise<boolean> => {
      const isComplete = status === "complete";
      const named = Object.entries(typed);
      const removed = named.flatMap(([name, value]) => (value === undefined ? [name] : []));
      // Remove the result of the outlier check, because it has compared the run with results of another game.
      if (typed.variant !== undefined && typed.variant !== variant) removed.push("outlier", "outlier_mark");
      const $set = Object.fromEntries(named.filter(([, value]) => value !== undefined));
      return update(
        // Match only a run with the old settings, because the new settings were derived from the old ones.
        { _id, fencing_token, status, settings: settings ?? { $exists: false } },
        {
          $set: { ...$set, ...(isComplete && rankingDue) },
          ...(removed.length > 0 && { $unset: Object.fromEntries(removed.map((name) => [name, true])) }),
          // End the claim of a process that reads the run's file again: the process has read the old typed values.
          ...(isComplete && { $inc: { fencing_token: 1 } }),
        },
      );
    },

    /** Marks runs as being deleted, which hides the runs for good, and ends the claims of their workers. */
    markDeleting: async (runIds: readonly string[]): Promise<void> => {
      const change = { $set: { status: "deleting" as const, ...rankingDue } };
      await runs.updateMany({ _id: { $in: [...runIds] } }, change);
    },

    /**
     * Removes the documents of runs that are being deleted. With `mustHaveLeftRanking`, removes only the documents of
     * runs that the ranking does not contain any more.
     */
    removeDeleted: async (
      runIds: readonly string[],
      { mustHaveLeftRanking }: { mustHaveLeftRanking: boolean },
    ): Promise<void> => {
      const leftOnly = mustHaveLeftRanking && { $or: [...outsideRanking] };
      await runs.deleteMany({ _id: { $in: [...runIds] }, status: "deleting", ...leftOnly });
    },
  };
}

/** The fields of a run that its submitter changes; undefined for a field that is removed. */
export interface TypedFields {
  label?: string | undefined;
  game?: string | undefined;
  settings?: RunSettings | undefined;
  /** The new variant of the run, if a change of the typed game changes it. */
  variant?: string | null;
}

/** A function that updates the run that matches a filter, and returns whether a run matched. */
type Update = (filter: Filter<Run>, change: UpdateFilter<Run>) => Promise<boolean>;

/** The changes of a run's status that a worker stores while it reads the file of the run. */
function createClaimTransitions(runs: Collection<Run>, update: Update) {
  return {
    /**
     * Finds and claims a queued run if no attempt to read its file has counted so far, in one round trip to MongoDB.
     * Returns the run as it was before the claim, or null where there is no such run.
     */
    claimNew: async (runId: string, at: Date): Promise<{ run: Run; claim: Claim } | null> => {
      const isNew = {
        _id: runId,
        status: "queued" as const,
        attempts: 0,
        file: { $ne: null },
        refund_due: { $ne: true as const },
      };
      const run = await runs.findOneAndUpdate(isNew, claimAt(at));
      return run && { run, claim: { runId, fencingToken: run.fencing_token + 1 } };
    },

    /** Claims an unfinished run. Returns null if another process has changed or claimed the run since it was read. */
    claim: async ({ _id, fencing_token }: Run, at: Date): Promise<Claim | null> => {
      const isClaimed = await update({ _id, fencing_token, ...unfinished }, claimAt(at));
      return isClaimed ? { runId: _id, fencingToken: fencing_token + 1 } : null;
    },

    /** Renews the claim of a worker on a run. Renewals may arrive out of order, so $max keeps the latest time. */
    renewClaim: async (claim: Claim, at: Date): Promise<void> => {
      await runs.updateOne(heldBy(claim), { $max: { touched_at: at } });
    },

    /** Queues a claimed run again, without counting the attempt to read it. Does nothing if the claim was lost. */
    giveBack: async (claim: Claim, at: Date): Promise<void> => {
      await runs.updateOne(heldBy(claim), {
        $set: { status: "queued", touched_at: at },
        $inc: { attempts: -1 },
      });
    },

    /** Queues a claimed run again, and counts the attempt to read it. Does nothing if the claim was lost. */
    queueNextAttempt: async (claim: Claim, at: Date): Promise<void> => {
      await runs.updateOne(heldBy(claim), { $set: { status: "queued", touched_at: at } });
    },

    /** Stores the result of a claimed run. Returns false if the worker has lost its claim. */
    complete: (claim: Claim, result: RunResult, at: Date): Promise<boolean> =>
      update(heldBy(claim), {
        $set: { ...result, status: "complete", completed_at: at, ...rankingDue },
        $unset: { is_waiting: true },
      }),

    /** Fails a claimed run and, in the same write, marks it for `refundRun`. Returns false if the claim was lost. */
    fail: (claim: Claim, error: RunError, readerVersion: number, at: Date): Promise<boolean> => {
      const fields = { error, reader_version: readerVersion, completed_at: at };
      return update(heldBy(claim), {
        $set: { ...fields, status: "failed", refund_due: true },
        $unset: { is_waiting: true },
      });
    },
  };
}

/** Returns the MongoDB update that claims a run. */
const claimAt = (at: Date) => ({
  $set: { status: "processing" as const, touched_at: at },
  $inc: { fencing_token: 1, attempts: 1 },
});

/** Matches a claimed run as long as the worker that claimed the run still has the right to write its result. */
const heldBy = ({ runId, fencingToken }: Claim) => ({
  _id: runId,
  fencing_token: fencingToken,
  status: "processing" as const,
});

/** Creates the methods that change runs which are complete or failed. */
function createFinalTransitions(runs: Collection<Run>, update: Update) {
  return {
    /** Records that a failed run was refunded, and so no longer counts towards the account's monthly limit. */
    clearRefundDue: async (runId: string): Promise<void> => {
      await runs.updateOne({ _id: runId }, { $unset: { refund_due: true } });
    },

    /**
     * Queues a failed run again. Returns its new fencing token, or null where the run has changed since it was read.
     */
    requeue: async ({ _id, fencing_token }: Run, at: Date): Promise<number | null> => {
      const fields = { attempts: 0, error: null, completed_at: null, touched_at: at };
      const isQueued = await update(
        { _id, fencing_token, status: "failed", "file.is_removed": { $ne: true } },
        { $set: { ...fields, status: "queued", is_waiting: true }, $inc: { fencing_token: 1 } },
      );
      return isQueued ? fencing_token + 1 : null;
    },

    /**
     * Claims a complete run in order to replace its figures. The run stays complete and visible. Returns null where the
     * run has changed since it was read. The new claim ends an earlier claim on the run.
     */
    claimComplete: async ({ _id, fencing_token, reader_version }: Run): Promise<Claim | null> => {
      const unchanged = { _id, fencing_token, reader_version, status: "complete" as const };
      const isClaimed = await update(unchanged, { $inc: { fencing_token: 1 } });
      return isClaimed ? { runId: _id, fencingToken: fencing_token + 1 } : null;
    },

    /** Marks a complete run as unranked because of its file, unless its figures were replaced since it was read. */
    markUnranked: ({ _id, fencing_token, reader_version }: Run, unranked: UnrankedReason): Promise<boolean> =>
      update(
        { _id, fencing_token, reader_version, status: "complete" },
        { $set: { unranked, ...rankingDue } },
      ),

    /** Replaces all figures of a complete run. Returns false if the process has lost its claim on the run. */
    replaceResult: ({ runId, fencingToken }: Claim, result: RunResult): Promise<boolean> =>
      update(
        { _id: runId, fencing_token: fencingToken, status: "complete" },
        { $set: { ...result, ...rankingDue } },
      ),
  };
}

/**
 * Creates the methods that store decisions of a reviewer or the operator about a run. Each method removes the time at
 * which the run was ranked. A run that is hidden and soon shown again then gets a new time, because clients that read
 * runs in the order of these times may have passed the old time.
 */
function createReviewTransitions(update: Update) {
  return {
    /**
     * Stores a reviewer's decision about a complete run, in place of an earlier decision. Returns false where the run
     * is not complete, or is hidden.
     */
    review: (runId: string, review: Review): Promise<boolean> =>
      update(
        { _id: runId, status: "complete", ...notHidden },
        { $set: { review, ...rankingDue }, $unset: { ranked_at: true } },
      ),

    /**
     * Replaces the decision about a run in any status, or removes the decision if `review` is undefined. Returns false
     * where the decision has changed since the run was read, or the run is being deleted.
     */
    replaceReview: ({ _id, review: before }: Run, review: Review | undefined): Promise<boolean> =>
      update(
        { _id, ...notDeleting, "review.decided_at": before?.decided_at ?? null },
        review
          ? { $set: { review, ...rankingDue }, $unset: { ranked_at: true as const } }
          : { $set: rankingDue, $unset: { review: true as const, ranked_at: true as const } },
      ),
  };
}

/** Creates the methods that change the file of a run that is complete, failed or being deleted. */
function createFileTransitions(runs: Collection<Run>, update: Update) {
  return {
    /** Records that the file of a failed run has expired. Returns false where the run has changed since it was read. */
    expireFile: async ({ _id, fencing_token, file }: Run, at: Date): Promise<boolean> =>
      file !== null &&
      update(
        { _id, fencing_token, status: "failed", "file.file_id": file.file_id },
        {
          $set: { "file.is_removed": true, "file.expired_at": at },
          $unset: { "file.is_archive": true, stored_bytes: true },
        },
      ),

    /**
     * Replaces the file of a complete or failed run. A file with `is_removed` takes no bytes. Returns false where the
     * run names another file than `fileId`.
     */
    replaceFile: (runId: string, fileId: string, file: RunFile): Promise<boolean> =>
      update(
        { _id: runId, "file.file_id": fileId, ...final },
        file.is_removed
          ? { $set: { file }, $unset: { stored_bytes: true } }
          : { $set: { file, stored_bytes: storedContentOf(file).bytes } },
      ),

    /**
     * Records that the file of a run that is being deleted takes no storage any more. The first call returns the
     * account and the number of bytes. Every other call, and any call if the file took no storage, returns null.
     */
    takeStoredBytes: async (runId: string): Promise<{ accountId: string; bytes: number } | null> => {
      const before = await runs.findOneAndUpdate(
        { _id: runId, status: "deleting", stored_bytes: { $gt: 0 } },
        { $unset: { stored_bytes: true } },
        { projection: { account_id: 1, stored_bytes: 1 } },
      );
      return before && { accountId: before.account_id, bytes: before.stored_bytes ?? 0 };
    },

    /**
     * Counts an attempt to unpack the archive with the id `fileId`. Returns the number of attempts so far; 0 where the
     * run has another file.
     */
    countUnpacking: async (runId: string, fileId: string): Promise<number> => {
      const counted = await runs.findOneAndUpdate(
        { _id: runId, "file.file_id": fileId, "file.is_archive": true },
        { $inc: { "file.unpack_attempts": 1 } },
        { returnDocument: "after" },
      );
      return counted?.file?.unpack_attempts ?? 0;
    },
  };
}
