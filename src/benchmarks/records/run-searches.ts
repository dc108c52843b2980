import type { Collection, Filter } from "mongodb";
import { finalStatuses, unfinishedStatuses, type Run } from "../model/run.ts";

/** Which runs with a file are read again. */
export interface ReprocessSelection {
  /** Runs that were read by an older version of the readers than this. */
  belowVersion: number;
  benchmarkId?: number;
  runId?: string;
}

/** What sweeps and scripts look for. Runs that are being deleted are included only where the name says so. */
export function createRunSearches(runs: Collection<Run>) {
  const unfinished = { status: { $in: [...unfinishedStatuses] } };
  const final = { status: { $in: [...finalStatuses] } };
  const readBy = ({ belowVersion, benchmarkId, runId }: ReprocessSelection): Filter<Run> => ({
    ...final,
    file: { $ne: null },
    reader_version: { $lt: belowVersion },
    ...(benchmarkId !== undefined && { benchmark_id: benchmarkId }),
    ...(runId !== undefined && { _id: runId }),
  });

  return {
    /** Returns unfinished runs that were last touched before a moment. */
    findOverdue: (before: Date, limit: number): Promise<Run[]> =>
      runs
        .find({ ...unfinished, touched_at: { $lt: before } })
        .limit(limit)
        .toArray(),

    /** Returns final runs that still have their .3dmark-result archive. */
    findArchives: (limit: number): Promise<Run[]> =>
      runs
        .find({ "file.is_archive": true, ...final })
        .limit(limit)
        .toArray(),

    findRefundsDue: (limit: number): Promise<Run[]> => runs.find({ refund_due: true }).limit(limit).toArray(),

    findDeleting: (limit: number): Promise<Run[]> => runs.find({ status: "deleting" }).limit(limit).toArray(),

    /** @param codes the error codes that are looked for; null = any */
    findFailed: (codes: readonly string[] | null): AsyncIterable<Run> =>
      runs.find({ status: "failed", ...(codes && { "error.code": { $in: [...codes] } }) }),

    /** Returns all runs of a build, those being deleted included. */
    findAllOf: (buildId: number): Promise<Run[]> => runs.find({ build_id: buildId }).toArray(),

    countRead: (selection: ReprocessSelection): Promise<number> => runs.countDocuments(readBy(selection)),

    /** Returns final runs with a file in the order of their ids, those behind `afterId` only. */
    findRead: (selection: ReprocessSelection, afterId: string, limit: number): Promise<Run[]> =>
      runs
        .find({ $and: [readBy(selection), { _id: { $gt: afterId } }] })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
  };
}
