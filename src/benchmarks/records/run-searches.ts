import type { Collection, Filter } from "mongodb";
import { unfinishedStatuses, type Run, type RunStatus } from "../model/run.ts";
import { final } from "./run-filters.ts";

/** Selects the final runs whose file a script reads again. */
export interface ReprocessSelection {
  /** Only runs that were read by a version of the readers below this. */
  belowVersion: number;
  benchmarkId?: number;
  runId?: string;
}

/** The fields of a run from which its job is made. */
export type JobRun = Pick<Run, "_id" | "fencing_token" | "account_id" | "turn">;

const jobFields = { fencing_token: 1, account_id: 1, turn: 1 } as const;

/** The indexes of `findUndecided`. A run has a doubt rarely, so that they are short. */
export const reviewIndexes = [
  {
    key: { "review.decision": 1, status: 1, completed_at: -1 },
    partialFilterExpression: { "suspect.detail": { $exists: true } },
  },
  {
    key: { status: 1, "review.decision": 1, completed_at: -1 },
    partialFilterExpression: { "outlier.detail": { $exists: true } },
  },
] as const;

/** The queries of sweeps and scripts. Only findDeleting, findDeletingOf, findRefundsDue and findOfBuild return runs that are being deleted. */
export function createRunSearches(runs: Collection<Run>) {
  return {
    /** Yields the queued runs that were last touched before a moment, in the order of their turns. */
    findQueued: (touchedBefore: Date): AsyncIterable<JobRun> =>
      runs
        .find({ status: "queued", touched_at: { $lt: touchedBefore } })
        .project<JobRun>(jobFields)
        .sort({ turn: 1 }),

    /**
     * Returns unfinished runs that were last touched before a moment, of each status so many: those that were not touched for the
     * longest time.
     */
    findUntouched: async (touchedBefore: Date, limit: number): Promise<JobRun[]> => {
      const find = (status: RunStatus) =>
        runs
          .find({ status, touched_at: { $lt: touchedBefore } })
          .project<JobRun>(jobFields)
          .sort({ touched_at: 1 })
          .limit(limit)
          .toArray();
      return (await Promise.all(unfinishedStatuses.map(find))).flat();
    },

    /** Returns runs that failed before a moment and whose file is still kept. */
    findExpiredFiles: (before: Date, limit: number): Promise<Run[]> =>
      runs
        .find({ status: "failed", "file.is_removed": null, completed_at: { $lt: before } })
        .limit(limit)
        .toArray(),

    /** Returns final runs that still have their .3dmark-result archive. */
    findArchives: (limit: number): Promise<Run[]> =>
      runs
        .find({ "file.is_archive": true, ...final })
        .limit(limit)
        .toArray(),

    /** Returns runs that failed and whose unit is still to be given back. */
    findRefundsDue: (limit: number): Promise<Run[]> => runs.find({ refund_due: true }).limit(limit).toArray(),

    /** Returns runs that are being deleted. */
    findDeleting: (limit: number): Promise<Run[]> => runs.find({ status: "deleting" }).limit(limit).toArray(),

    /** Returns those of some runs that are being deleted. */
    findDeletingOf: (runIds: readonly string[]): Promise<Run[]> =>
      runs.find({ _id: { $in: [...runIds] }, status: "deleting" }).toArray(),

    /** Returns runs of a build, in any status. */
    findOfBuild: (buildId: number, limit: number): Promise<Run[]> =>
      runs.find({ build_id: buildId }).limit(limit).toArray(),

    ...createScriptSearches(runs),
  };
}

/** The queries of scripts. */
function createScriptSearches(runs: Collection<Run>) {
  const selectedBy = ({ belowVersion, benchmarkId, runId }: ReprocessSelection): Filter<Run> => ({
    ...final,
    file: { $ne: null },
    "file.is_removed": { $ne: true },
    reader_version: { $lt: belowVersion },
    ...(benchmarkId !== undefined && { benchmark_id: benchmarkId }),
    ...(runId !== undefined && { _id: runId }),
  });

  return {
    /** Returns suspect runs about which no reviewer has decided, the latest first; of each kind of doubt so many. */
    findUndecided: async (limit: number): Promise<Run[]> => {
      const find = (doubt: "suspect" | "outlier") =>
        runs
          .find({
            [`${doubt}.detail`]: { $exists: true },
            "review.decision": null,
            status: "complete",
          } as Filter<Run>)
          .sort({ completed_at: -1 })
          .limit(limit)
          .toArray();
      return (await Promise.all([find("suspect"), find("outlier")])).flat();
    },

    /** Returns the failed runs with one of these error codes, or with any where `codes` is null, whose file is still kept. */
    findFailed: (codes: readonly string[] | null): AsyncIterable<Run> =>
      runs.find({
        status: "failed",
        "file.is_removed": { $ne: true },
        ...(codes && { "error.code": { $in: [...codes] } }),
      }),

    /** Returns how many runs a selection for reprocessing matches. */
    countReprocessable: (selection: ReprocessSelection): Promise<number> =>
      runs.countDocuments(selectedBy(selection)),

    /** Returns selected runs in the order of their ids, beginning after `afterId`. */
    findReprocessable: (selection: ReprocessSelection, afterId: string, limit: number): Promise<Run[]> =>
      runs
        .find({ $and: [selectedBy(selection), { _id: { $gt: afterId } }] })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
  };
}
