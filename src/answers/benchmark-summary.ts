import { z } from "zod";

/**
 * The fields of a benchmark that every answer about a result of the benchmark contains: a part of the fields that GET
 * /benchmarks/types returns.
 */
export interface BenchmarkSummary {
  id: number;
  name: string;
  /** The unit of the benchmark's scores. */
  unit: string;
}

/** The schema of a benchmark's summary. */
export const benchmarkSummary = z
  .strictObject({
    id: z.int().min(1),
    name: z.string(),
    unit: z.string().meta({ description: "The unit of scores, and of their means, medians and percentiles" }),
  })
  .meta({ id: "BenchmarkSummary" });

/** Returns only those fields of a benchmark that its summary contains. */
export function summariseBenchmark({ id, name, unit }: BenchmarkSummary): BenchmarkSummary {
  return { id, name, unit };
}
