import type { Collection, Db } from "mongodb";
import type { RunFile } from "./runs-repository.ts";

/** One accepted request: the fact that its runs, its jobs and the account's counter follow from. */
export interface Submission {
  _id: string;
  account_id: string;
  build_id: number;
  benchmark_id: number;
  /** The month (UTC) that the runs count in, fixed when they were reserved. */
  period: string;
  /** Units that the account pays for: one a run, less those that were given back. */
  charged: number;
  /** Runs whose unit was given back. */
  refunded: string[];
  runs: SubmittedRun[];
  /** Runs that their submitter has deleted: they are not made again. Their units stay charged. */
  deleted: string[];
  /** Digest of what was asked for: build, benchmark, scores, and each file's bytes. */
  fingerprint: string;
  /** The body of the answer, as it was sent. */
  answer: string;
  /** True once the runs are stored, their jobs are queued and the units are counted. */
  materialised: boolean;
  created_at: Date;
}

/** One run of a submission: a typed-in score, or a file. */
export type SubmittedRun = { run_id: string; score: number } | { run_id: string; file: RunFile };

/** The ledger: it outlives its runs and builds, since deleting a run gives nothing back. */
export interface SubmissionsRepository {
  /** The commit point of a submission. */
  insert(submission: Submission): Promise<void>;
  find(submissionId: string): Promise<Submission | null>;
  /** Whether it could be marked: not where other runs of it are deleted by now than those that are named. */
  markMaterialised(submissionId: string, deleted: readonly string[]): Promise<boolean>;
  /** The submission that a run is still to be made of, or null. */
  findUnmaterialisedOf(runId: string): Promise<Submission | null>;
  /** The submissions of a build that runs are still to be made of. */
  findUnmaterialisedOfBuild(buildId: number): Promise<Submission[]>;
  /** Submissions, stored before a moment, of which something may still have to be made. */
  findUnmaterialised(before: Date, limit: number): Promise<Submission[]>;
  /** Keeps a run from being made again. */
  markRunDeleted(submissionId: string, runId: string): Promise<void>;
  /** Accounts and periods that have submissions, for a recount of everything. */
  findCounted(period: string): AsyncIterable<{ account_id: string }>;
  /** Gives the unit of a run back, once. Answers with the submission, or null where there is none. */
  refund(submissionId: string, runId: string): Promise<Submission | null>;
  /** The units that an account's submissions of a period hold, leaving some submissions out. */
  sumCharged(accountId: string, period: string, without: readonly string[]): Promise<number>;
}

const submissionsOf = (db: Db): Collection<Submission> => db.collection("submissions");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpSubmissions(db: Db): Promise<void> {
  await submissionsOf(db).createIndexes([
    { key: { materialised: 1, created_at: 1 }, partialFilterExpression: { materialised: false } },
    { key: { materialised: 1, "runs.run_id": 1 }, partialFilterExpression: { materialised: false } },
    { key: { period: 1, account_id: 1 } },
  ]);
}

/** The ledger of a database. */
export function createSubmissionsRepository(db: Db): SubmissionsRepository {
  const submissions = submissionsOf(db);
  return {
    insert: async (submission) => {
      await submissions.insertOne(submission);
    },
    find: (submissionId) => submissions.findOne({ _id: submissionId }),
    markMaterialised: async (submissionId, deleted) => {
      const { matchedCount } = await submissions.updateOne(
        { _id: submissionId, deleted: [...deleted] },
        { $set: { materialised: true } },
      );
      return matchedCount === 1;
    },
    findUnmaterialisedOf: (runId) => submissions.findOne({ materialised: false, "runs.run_id": runId }),
    findUnmaterialisedOfBuild: (buildId) =>
      submissions.find({ materialised: false, build_id: buildId }).toArray(),
    findUnmaterialised: (before, limit) =>
      submissions
        .find({ materialised: false, created_at: { $lt: before } })
        .limit(limit)
        .toArray(),
    markRunDeleted: async (submissionId, runId) => {
      await submissions.updateOne({ _id: submissionId }, { $addToSet: { deleted: runId } });
    },
    findCounted: (period) =>
      submissions.aggregate<{ account_id: string }>([
        { $match: { period } },
        { $group: { _id: "$account_id" } },
        { $project: { _id: 0, account_id: "$_id" } },
      ]),
    refund: async (submissionId, runId) => {
      await submissions.updateOne(
        { _id: submissionId, refunded: { $ne: runId } },
        { $push: { refunded: runId }, $inc: { charged: -1 } },
      );
      return submissions.findOne({ _id: submissionId });
    },
    sumCharged: async (accountId, period, without) => {
      const [sum] = await submissions
        .aggregate<{ charged: number }>([
          { $match: { account_id: accountId, period, _id: { $nin: [...without] } } },
          { $group: { _id: null, charged: { $sum: "$charged" } } },
        ])
        .toArray();
      return sum?.charged ?? 0;
    },
  };
}
