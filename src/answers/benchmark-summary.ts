import { z } from "zod";

/** A benchmark as everything that was measured by it names it: a part of what GET /benchmarks/types tells. */
export interface BenchmarkSummary {
  id: number;
  name: string;
  /** The unit of its scores. */
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

/** Returns the summary of a benchmark. */
export function summariseBenchmark({ id, name, unit }: BenchmarkSummary): BenchmarkSummary {
  return { id, name, unit };
}
