import type { Collection, Db } from "mongodb";
import { areAllDuplicates } from "../../infra/mongo.ts";
import { unfailedStatuses, type Run } from "../model/run.ts";
import {
  final,
  namesOfRecording,
  newestFirst,
  notDeleting,
  notHidden,
  pageOfAccount,
  type AccountPage,
} from "./run-filters.ts";
import { createOutlierQueries } from "./outlier-queries.ts";
import { createPublishedRuns, publishedIndexes } from "./published-runs.ts";
import { createFigureQueries, figureIndexes } from "./figure-queries.ts";
import { createRankingQueries, rankingIndexes } from "./ranking-queries.ts";
import { createRunSearches, reprocessIndexes, reviewIndexes } from "./run-searches.ts";
import { createRunTransitions } from "./run-transitions.ts";

/** Selects one page of a build's runs, of one benchmark or of all benchmarks. */
export interface RunListQuery {
  page: number;
  limit: number;
  benchmark_id?: number | undefined;
  /** Whether the page includes runs that the operator has hidden; by default it does not. */
  withHidden?: boolean | undefined;
}

/**
 * The collection of runs. Queries that list or show runs leave out runs that are being deleted; the queries of sweeps,
 * deletions, exports and rankings may return them.
 */
export type RunsRepository = ReturnType<typeof createRunsRepository>;

const runsOf = (db: Db): Collection<Run> => db.collection("runs");

/** Creates the repository of the runs in a database. */
export function createRunsRepository(db: Db) {
  const runs = runsOf(db);
  return {
    /** Inserts those of the given runs that are not stored yet. Returns the number of inserted runs. */
    insertMissing: async (candidates: readonly Run[]): Promise<number> => {
      try {
        return (await runs.insertMany([...candidates], { ordered: false })).insertedCount;
      } catch (error) {
        if (!areAllDuplicates(error)) throw error;
        return error.insertedCount;
      }
    },

    /** Returns a run, or null where no run has the id or the run is being deleted. */
    find: (runId: string): Promise<Run | null> => runs.findOne({ _id: runId, ...notDeleting }),

    /** Returns the ids of those of the given runs that are complete or failed. */
    findFinalIds: async (runIds: readonly string[]): Promise<string[]> => {
      const query = { _id: { $in: [...runIds] }, ...final };
      return (await runs.find(query, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    },

    /** Returns the stored runs of a submission, including runs that are being deleted. */
    findOfSubmission: (submissionId: string): Promise<Run[]> =>
      runs.find({ submission_id: submissionId }).toArray(),

    /** Returns how many files of an account wait to be read or are being read. */
    countWaitingOf: (accountId: string): Promise<number> =>
      runs.countDocuments({ account_id: accountId, is_waiting: true }),

    ...createBuildQueries(runs),
    ...createAccountQueries(runs),
    ...createRunTransitions(runs),
    ...createRunSearches(runs),
    ...createFigureQueries(runs),
    ...createRankingQueries(runs),
    ...createOutlierQueries(runs),
    ...createPublishedRuns(db, runs),
  };
}

/** Creates the indexes of the collection of runs. The function may be called repeatedly. */
export async function setUpRuns(db: Db): Promise<void> {
  await runsOf(db).createIndexes([
    { key: { build_id: 1, benchmark_id: 1, ...newestFirst } },
    { key: { build_id: 1, "file.sha256": 1, benchmark_id: 1, variant: 1, status: 1, recording: 1 } },
    ...figureIndexes,
    ...rankingIndexes,
    ...publishedIndexes,
    ...reviewIndexes,
    ...reprocessIndexes,
    { key: { is_waiting: 1, status: 1, ...newestFirst }, partialFilterExpression: { is_waiting: true } },
    { key: { status: 1, touched_at: 1 } },
    { key: { refund_due: 1, account_id: 1 }, partialFilterExpression: { refund_due: true } },
    { key: { "file.is_archive": 1, status: 1 }, partialFilterExpression: { "file.is_archive": true } },
    { key: { submission_id: 1 } },
    { key: { account_id: 1, _id: 1 } },
    { key: { account_id: 1, ...newestFirst } },
    // The index by account and size covers the query that sums the stored bytes of an account.
    { key: { account_id: 1, stored_bytes: 1 } },
    { key: { account_id: 1, is_waiting: 1 }, partialFilterExpression: { is_waiting: true } },
    { key: { status: 1, "file.is_removed": 1, completed_at: 1 } },
  ]);
}

/** The queries over all runs of an account. All but `listOfAccount` include runs that are being deleted. */
function createAccountQueries(runs: Collection<Run>) {
  return {
    /** Returns one page of the runs of an account, in the order of their ids. */
    findOfAccount: (accountId: string, page: AccountPage): Promise<Run[]> =>
      runs.find(pageOfAccount(accountId, page)).sort({ _id: 1 }).limit(page.limit).toArray(),

    /** Returns how many bytes the stored files of an account's runs take. */
    sumStoredBytesOf: async (accountId: string): Promise<number> => {
      const [sum] = await runs
        .aggregate<{ bytes: number }>([
          { $match: { account_id: accountId, stored_bytes: { $gt: 0 } } },
          { $group: { _id: null, bytes: { $sum: "$stored_bytes" } } },
        ])
        .toArray();
      return sum?.bytes ?? 0;
    },

    /** Whether any runs of an account are being deleted. */
    hasDeletingOf: async (accountId: string): Promise<boolean> =>
      (await runs.findOne({ status: "deleting", account_id: accountId }, { projection: { _id: 1 } })) !==
      null,

    /** Returns a page of the runs that an account has submitted, newest first, without runs that are being deleted. */
    listOfAccount: (accountId: string, { skip, limit }: { skip: number; limit: number }): Promise<Run[]> =>
      runs
        .find({ account_id: accountId, ...notDeleting })
        .sort(newestFirst)
        .skip(skip)
        .limit(limit)
        .toArray(),

    /** Returns how many runs an account has sent since a given moment, or `limit` where there are more. */
    countSentBy: (accountId: string, since: Date, limit: number): Promise<number> =>
      runs.countDocuments({ account_id: accountId, created_at: { $gte: since } }, { limit }),

    /**
     * Returns failed runs of an account that are still to be refunded, so that they no longer count towards its limit.
     */
    findRefundsDueOf: (accountId: string, limit: number): Promise<Run[]> =>
      runs.find({ account_id: accountId, refund_due: true }).limit(limit).toArray(),
  };
}

/** Creates the queries over all runs of a build. */
function createBuildQueries(runs: Collection<Run>) {
  return {
    /** Returns one page of a build's runs, newest first. */
    listOf: (buildId: number, { page, limit, benchmark_id, withHidden }: RunListQuery): Promise<Run[]> =>
      runs
        .find({
          build_id: buildId,
          ...notDeleting,
          ...(!withHidden && notHidden),
          ...(benchmark_id !== undefined && { benchmark_id }),
        })
        .sort(newestFirst)
        .skip((page - 1) * limit)
        .limit(limit)
        .toArray(),

    /**
     * Whether the build has another run of the same measurement: the same file, benchmark, variant and recording. Also
     * true if a run of the same file is not read yet, and its variant or recording may turn out to be the same.
     * @param run the run with its variant and its recording, which need not be stored yet
     */
    hasSameMeasurement: async ({ _id, build_id, benchmark_id, file, variant, recording = 1 }: Run) => {
      if (!file) return false;
      const same = {
        build_id,
        "file.sha256": file.sha256,
        benchmark_id,
        _id: { $ne: _id },
        status: { $in: [...unfailedStatuses] },
      };
      // All conditions of the query are lists of values, so that an index finds the first matching run, even if many
      // other runs have the same file.
      const ask = (names: (string | null)[], recordings: number[]) =>
        runs.findOne(
          { ...same, variant: { $in: names }, recording: { $in: recordings } },
          { projection: { _id: 1 } },
        );
      // A run whose file is not read yet, and that names no recording, may turn out to be of any recording of the file.
      const unnamed = null as never;
      const found = await Promise.all(
        recording === 1
          ? [ask([variant, null], namesOfRecording(1))]
          : [ask([variant], namesOfRecording(recording)), ask([null], [recording, unnamed])],
      );
      return found.some((run) => run !== null);
    },
  };
}
