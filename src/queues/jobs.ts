import { z } from "zod";

/** A kind of job: its name, what it carries, and what a second try means. */
export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  /** Name of the job and of its queue. */
  name: string;
  /** Ids only: a queue delivers, MongoDB holds the facts. */
  payload: S;
  /** Tries before the job counts as failed. The fact it stands for is still in MongoDB then. */
  attempts: number;
  /** First delay between two tries; it doubles each time, with jitter. */
  backoffMs: number;
}

/** Reads the file of one run. A second try claims the run anew; whoever held it before can write nothing more. */
export const parseRunJob = {
  name: "parse-run",
  payload: z.strictObject({ run_id: z.string() }),
  attempts: 5,
  backoffMs: 500,
} satisfies JobDefinition;

/** Brings changed products of one kind into the search index. A hint: a second try finds what is still to do. */
export const syncProductsJob = {
  name: "sync-products",
  payload: z.strictObject({ kind: z.string() }),
  attempts: 3,
  backoffMs: 500,
} satisfies JobDefinition;

/** Every job there is. Each must have exactly one worker, which is checked when the workers start. */
export const jobDefinitions = [parseRunJob, syncProductsJob] as const;
