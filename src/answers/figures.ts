import { z } from "zod";

/**
 * The schema of a number in the unit of a benchmark: a score, or the best, mean, median, percentile or deviation of
 * scores.
 */
export const inUnitOfBenchmark = z.number().meta({ description: "A score in the unit of the benchmark" });

/**
 * Returns the schema of a number of things, such as builds or runs.
 * @param what the words after "How many" in the description, e.g. "builds are compared"
 */
export const countOf = (what: string, min = 0) =>
  z
    .int()
    .min(min)
    .meta({ description: `How many ${what}` });

/** The field that marks an answer in which results of a game with different resolutions and presets are compared. */
export const settingsMixed = z.literal(true).optional();
