import { z } from "zod";

/** A kind of job: its name, its payload and how often it is tried. */
export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** The name of a kind of job, which is also the name of its queue. */
  name: string;
  /**
   * The schema of the payload of a job. The payload contains only ids: the data is in MongoDB, because a queue may be
   * lost.
   */
  payload: S;
  /**
   * The number of attempts after which BullMQ gives up the job. After that, a sweep or a timer finds the unfinished
   * work in MongoDB.
   */
  attempts: number;
  /** The delay before the second attempt, in ms. The delay doubles for each further attempt, with jitter. */
  backoffMs: number;
}

/**
 * The facts in the log line of a job, in addition to the name and the id of the job: the subject of the job, and how
 * the job ended.
 */
export interface JobFacts {
  outcome?: JobOutcome;
  /** The error code of a run whose file could not be read. */
  code?: string;
  run_id?: string;
  account_id?: string;
  submission_id?: string;
  /** The id of the request that uploaded the file; undefined if the run is stored without it. */
  request_id?: string | undefined;
  /** The number of attempts to read the file of the run, and the fencing token of the last attempt. */
  run_attempts?: number;
  fencing_token?: number;
}

/**
 * How a job ended. `complete`: the job has done its work. `failed`: the run has failed for good, and `code` says why.
 * `obsolete`: there was nothing to do, because the run is final or deleted, or another worker has claimed the run.
 * `given_back`: a store was unavailable or the worker stops, and the run waits again. `retried`: the job failed, and
 * the queue tries it again. `given_up`: the job failed, and the queue does not try it again; a sweep finds the
 * unfinished work.
 */
export type JobOutcome = "complete" | "failed" | "obsolete" | "given_back" | "retried" | "given_up";

/** Adds facts to the log line of a job. Later facts replace earlier ones. */
export type NoteFacts = (facts: JobFacts) => void;

/**
 * The job that reads the file of one run: workers/start-workers.ts calls `RunParser.parse` for it. A second attempt
 * claims the run again, after which the earlier worker can no longer write to the run.
 */
export const parseRunJob = {
  name: "parse-run",
  payload: z.strictObject({ run_id: z.string() }),
  attempts: 5,
  backoffMs: 500,
} satisfies JobDefinition;

/**
 * The job that writes changed products of one kind to the search index; with `is_index_lost`, the job first creates a
 * missing index. See workers/sync-products.ts. A second attempt writes the products whose changes are still missing in
 * the index.
 */
export const syncProductsJob = {
  name: "sync-products",
  payload: z.strictObject({ kind: z.string(), is_index_lost: z.boolean().optional() }),
  attempts: 3,
  backoffMs: 500,
} satisfies JobDefinition;

/**
 * The job that copies the ranks that Redis has lost from MongoDB to Redis: workers/start-workers.ts calls
 * `Ranks.refill` for it. A second attempt starts from the beginning.
 */
export const fillRanksJob = {
  name: "fill-ranks",
  payload: z.strictObject({}),
  attempts: 3,
  backoffMs: 500,
} satisfies JobDefinition;

/**
 * The job that checks by `ProductScores.check` whether the stored scores of products agree with the ranks of their
 * results. A second attempt compares the products that still have the mark of a changed result.
 */
export const checkScoresJob = {
  name: "check-scores",
  payload: z.strictObject({}),
  attempts: 3,
  backoffMs: 500,
} satisfies JobDefinition;

/**
 * The job that updates the standings (ranks of results) after a change of a build: workers/start-workers.ts calls
 * `Standings.update` for it. With `benchmark_id` the build's runs of that benchmark have changed, otherwise the build's
 * parts have changed, or the build was deleted. A second attempt updates the standings of the builds and runs that
 * still have the mark of a change.
 */
export const updateStandingsJob = {
  name: "update-standings",
  payload: z.strictObject({ build_id: z.int(), benchmark_id: z.int().optional() }),
  attempts: 5,
  backoffMs: 500,
} satisfies JobDefinition;

/** Every kind of job. Each kind needs exactly one worker, which `startWorkers` checks. */
export const jobDefinitions = [
  parseRunJob,
  syncProductsJob,
  updateStandingsJob,
  fillRanksJob,
  checkScoresJob,
] as const;
