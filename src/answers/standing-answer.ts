import { z } from "zod";

const cohort = z
  .strictObject({
    builds: z.int().min(1),
    rank: z.int().min(1),
    better_than_percent: z.number().min(0).max(100),
    median: z.number(),
    p10: z.number(),
    p90: z.number(),
  })
  .meta({ id: "Cohort" })
  .nullable();

/** Where a run stands, in answers: among all comparable builds, and among those with the same parts. */
export const standingAnswer = z
  .strictObject({
    all: cohort,
    same_cpu: cohort,
    same_gpu: cohort,
    same_cpu_and_gpu: cohort,
  })
  .meta({ id: "Standing" });
