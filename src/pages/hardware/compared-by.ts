import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";

/** Benchmark and variant by whose results products are compared. */
export interface ComparedBy {
  benchmark: BenchmarkSummary;
  /** Null for a benchmark with typed-in scores. */
  variant: string | null;
}
