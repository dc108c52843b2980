import { z } from "zod";

/** A kind of job: its name, its payload and how often it is tried. */
export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** The name of the kind of job, which is also the name of its queue. */
  name: string;
  /** The schema of the payload. The payload holds ids only: a queue may be lost, so MongoDB holds the data. */
  payload: S;
  /**
   * The number of tries after which BullMQ gives the job up. After that, a sweep or a timer finds the unfinished work
   * in MongoDB.
   */
  attempts: number;
  /** The delay before the second try, in ms. The delay doubles for each further try, with jitter. */
  backoffMs: number;
}

/**
 * The facts in the log line of a job, in addition to the name and the id of the job: the subject of the job, and how
 * the job ended.
 */
export interface JobFacts {
  outcome?: JobOutcome;
  /** The error code of a run that has failed. */
  code?: string;
  run_id?: string;
  account_id?: string;
  submission_id?: string;
  /** The id of the request that brought the upload; undefined if the upload is older than the storing of these ids. */
  request_id?: string | undefined;
  /** The number of attempts to read the file, and the fencing token of the last attempt. */
  run_attempts?: number;
  fencing_token?: number;
}

/**
 * How a job ended. `complete`: the job has done its work. `failed`: the run has failed for good, and `code` says why.
 * `obsolete`: there was nothing to do, because the run is final or deleted, or another worker has claimed the run.
 * `given_back`: a store was unavailable or the worker stops, and the run waits again. `retried`: an error, after which
 * the queue tries the job again. `given_up`: an error, after which the queue does not try the job again; a sweep finds
 * the unfinished work.
 */
export type JobOutcome = "complete" | "failed" | "obsolete" | "given_back" | "retried" | "given_up";

/** Adds facts to the log line of a job. Later facts replace earlier ones. */
export type NoteFacts = (facts: JobFacts) => void;

/**
 * Reads the file of one run: `RunParser.parse`, called in workers/start-workers.ts. A second try claims the run again,
 * after which the earlier worker can no longer write to the run.
 */
export const parseRunJob = {
  name: "parse-run",
  payload: z.strictObject({ run_id: z.string() }),
  attempts: 5,
  backoffMs: 500,
} satisfies JobDefinition;

/**
 * Sends the dirty products of one kind to the search index, and with `is_index_lost` first makes an index that is
 * missing: workers/sync-products.ts. A second try sends the products that are still dirty.
 */
export const syncProductsJob = {
  name: "sync-products",
  payload: z.strictObject({ kind: z.string(), is_index_lost: z.boolean().optional() }),
  attempts: 3,
  backoffMs: 500,
} satisfies JobDefinition;

/**
 * Fills the ranks that Redis has lost: `Ranks.refill`, called in workers/start-workers.ts. A second try starts from the
 * beginning.
 */
export const fillRanksJob = {
  name: "fill-ranks",
  payload: z.strictObject({}),
  attempts: 3,
  backoffMs: 500,
} satisfies JobDefinition;

/**
 * Compares the scores of products whose results have changed with the ranks: `ProductScores.check`. A second try
 * compares the products that are still marked as changed.
 */
export const checkScoresJob = {
  name: "check-scores",
  payload: z.strictObject({}),
  attempts: 3,
  backoffMs: 500,
} satisfies JobDefinition;

/**
 * Updates the standings after a change of a build: `Standings.follow`, called in workers/start-workers.ts. With
 * `benchmark_id` the build's runs of that benchmark have changed, otherwise the build's parts have changed, or the
 * build was deleted. A second try updates the standings of whatever is still marked as changed.
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
