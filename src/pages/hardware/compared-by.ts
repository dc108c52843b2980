import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";

/** By which results products are compared. */
export interface ComparedBy {
  benchmark: BenchmarkSummary;
  /** Null for typed-in scores. */
  variant: string | null;
}
