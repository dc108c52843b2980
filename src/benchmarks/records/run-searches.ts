import type { Collection, Filter } from "mongodb";
import { unfinishedStatuses, type Run, type RunStatus } from "../model/run.ts";
import { final, oldestFirst } from "./run-filters.ts";

/** Selects the runs of one benchmark that one version of the file readers has read, in the order of their ids. */
interface ReadPage {
  benchmarkId: number;
  readerVersion: number;
  /** The id after which the page begins: the page has only runs with a greater id. */
  afterId: string;
  limit: number;
}

/** The fields of a run from which the job to read its file is made. */
export type JobRun = Pick<Run, "_id" | "fencing_token" | "account_id" | "created_at" | "sequence">;

const jobFields = { fencing_token: 1, account_id: 1, created_at: 1, sequence: 1 } as const;

/**
 * The indexes for `findUndecided`, and for `streamOutliers` in outlier-queries.ts. The indexes are small, because they
 * contain only outliers and runs whose figures the file reader doubts, and there are few of these.
 */
export const reviewIndexes = [
  {
    key: { "unranked.code": 1, "review.decision": 1, status: 1, completed_at: -1 },
    partialFilterExpression: { "unranked.code": "implausible" },
  },
  {
    key: { status: 1, "review.decision": 1, completed_at: -1 },
    partialFilterExpression: { "outlier.detail": { $exists: true } },
  },
] as const;

/**
 * The index for the script that reads the files of runs again. It contains no run without a file, because no file
 * reader has read such a run.
 */
export const reprocessIndexes = [
  {
    key: { benchmark_id: 1, reader_version: 1, "file.is_removed": 1, _id: 1 },
    partialFilterExpression: { reader_version: { $gte: 0 } },
  },
] as const;

/**
 * Creates the queries of sweeps and scripts. Only findDeleting, findDeletingOf, findRefundsDue and findOfBuild return
 * runs that are being deleted.
 */
export function createRunSearches(runs: Collection<Run>) {
  return {
    ...createQueueSearches(runs),

    /** Returns runs that failed before a given moment and whose file is still stored. */
    findExpiredFiles: (before: Date, limit: number): Promise<Run[]> =>
      runs
        .find({ status: "failed", "file.is_removed": null, completed_at: { $lt: before } })
        .limit(limit)
        .toArray(),

    /** Returns complete and failed runs whose file is still an archive. */
    findArchives: (limit: number): Promise<Run[]> =>
      runs
        .find({ "file.is_archive": true, ...final })
        .limit(limit)
        .toArray(),

    /** Returns failed runs that are still to be refunded, so that they no longer count towards the monthly limit. */
    findRefundsDue: (limit: number): Promise<Run[]> => runs.find({ refund_due: true }).limit(limit).toArray(),

    /** Returns at most `limit` of the runs that are being deleted. */
    findDeleting: (limit: number): Promise<Run[]> => runs.find({ status: "deleting" }).limit(limit).toArray(),

    /** Returns those of the given runs that are being deleted. */
    findDeletingOf: (runIds: readonly string[]): Promise<Run[]> =>
      runs.find({ _id: { $in: [...runIds] }, status: "deleting" }).toArray(),

    /** Returns runs of a build, in any status. */
    findOfBuild: (buildId: number, limit: number): Promise<Run[]> =>
      runs.find({ build_id: buildId }).limit(limit).toArray(),

    ...createScriptSearches(runs),
  };
}

/** The queries for runs whose file waits to be read or is being read. */
function createQueueSearches(runs: Collection<Run>) {
  return {
    /** Returns the oldest of the queued runs that were sent before a given moment. */
    findOldestQueued: (sentBefore: Date, limit: number): Promise<JobRun[]> =>
      runs
        .find({ is_waiting: true, status: "queued", created_at: { $lt: sentBefore } })
        .project<JobRun>(jobFields)
        .sort(oldestFirst)
        .limit(limit)
        .toArray(),

    /**
     * Returns unfinished runs that no process has touched since a given moment, at most `limit` of each status. The
     * runs that were not touched for the longest time come first.
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
  };
}

/**
 * Matches complete and failed runs of a benchmark that a version of the file readers has read and whose file is stored.
 */
const readBy = (benchmarkId: number, readerVersion: number) => ({
  benchmark_id: benchmarkId,
  reader_version: readerVersion,
  // The value null also matches files without the field `is_removed`, and lets MongoDB use an index for the query.
  "file.is_removed": null as never,
  ...final,
});

/** The queries for runs that only scripts need. */
function createScriptSearches(runs: Collection<Run>) {
  return {
    /**
     * Returns runs whose figures the file reader doubts (`implausible`), and outliers, if no reviewer has decided about
     * them, the latest first: at most `limit` of each kind. Runs that are unranked for other reasons, such as the
     * length of a capture, need no reviewer, because the file alone decides.
     */
    findUndecided: async (limit: number): Promise<Run[]> => {
      const find = (doubted: Filter<Run>) =>
        runs
          .find({ ...doubted, "review.decision": null, status: "complete" } as Filter<Run>)
          .sort({ completed_at: -1 })
          .limit(limit)
          .toArray();
      const isDoubted = [
        { "unranked.code": "implausible" },
        { "outlier.detail": { $exists: true } },
      ] as const;
      return (await Promise.all(isDoubted.map((doubted) => find(doubted)))).flat();
    },

    /**
     * Yields the unfinished runs that were sent before a given moment: first the queued runs, then the runs that are
     * being read. Each group begins with its oldest run.
     */
    findUnfinished: async function* (sentBefore: Date): AsyncGenerator<JobRun> {
      for (const status of unfinishedStatuses)
        yield* runs
          .find({ is_waiting: true, status, created_at: { $lt: sentBefore } })
          .project<JobRun>(jobFields)
          .sort(oldestFirst);
    },

    /** Returns how many failed runs still count towards the monthly limit, because they are not refunded yet. */
    countRefundsDue: (): Promise<number> => runs.countDocuments({ refund_due: true }),

    /**
     * Yields the failed runs whose file is still stored and whose error has one of the given codes; null stands for all
     * codes.
     */
    findFailed: (codes: readonly string[] | null): AsyncIterable<Run> =>
      runs.find({
        status: "failed",
        "file.is_removed": null,
        ...(codes && { "error.code": { $in: [...codes] } }),
      }),

    /** Returns how many runs of a benchmark a version of the file readers has read, or `limit` where there are more. */
    countReadBy: ({ benchmarkId, readerVersion, limit }: Omit<ReadPage, "afterId">): Promise<number> =>
      runs.countDocuments(readBy(benchmarkId, readerVersion), { limit }),

    /** Returns runs of a benchmark that a version of the file readers has read, in the order of their ids. */
    findReadBy: ({ benchmarkId, readerVersion, afterId, limit }: ReadPage): Promise<Run[]> =>
      runs
        .find({ ...readBy(benchmarkId, readerVersion), _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
  };
}
