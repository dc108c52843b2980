import { z } from "zod";
import { countOf, inUnitOfBenchmark, settingsMixed } from "./figures.ts";

const cohort = z
  .strictObject({
    builds: countOf("builds are compared, this one among them", 1),
    rank: z.int().min(1).meta({ description: "The place among these builds; 1 is the best" }),
    better_than_percent: z.int().min(0).max(100),
    median: inUnitOfBenchmark,
    p10: inUnitOfBenchmark,
    p90: inUnitOfBenchmark,
  })
  .meta({ id: "Cohort" })
  .nullable();

/** The rank of a run among comparable builds, in the form that `standingAnswer` describes. */
export type StandingAnswer = z.output<typeof standingAnswer>;

/**
 * The schema of a run's rank among all comparable builds, and among builds with the same CPU, the same GPU, or both.
 */
export const standingAnswer = z
  .strictObject({
    all: cohort,
    same_cpu: cohort,
    same_gpu: cohort,
    same_cpu_and_gpu: cohort,
    settings_mixed: settingsMixed,
  })
  .meta({ id: "Standing" });
