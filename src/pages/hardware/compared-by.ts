import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";

/** Benchmark and variant by whose results products are compared. */
export interface ComparedBy {
  benchmark: BenchmarkSummary;
  /** The variant: the game or the test; null for a benchmark with typed-in scores, which has no variants. */
  variant: string | null;
  /** The name of the game or test for people; null for a benchmark without variants. */
  title: string | null;
  /** Present where results of a game with different settings are compared. */
  settings_mixed?: true;
}
