/** A benchmark as the catalogue needs it. Implemented by `benchmarks/model/benchmark-types.ts`. */
export interface MeasuredBenchmark {
  id: number;
  name: string;
  /** `score`: its scores are typed in, and it has no variants. */
  kind: "score" | "file";
}

/** A benchmark and variant of the ranks. */
export interface RankedVariant {
  category: string;
  benchmark_id: number;
  variant: string | null;
  /** How many builds are measured in it. */
  builds: number;
}

/**
 * The ranks of results as the catalogue needs them. Implemented by `standings/medians/medians.ts`. Every answer is null while the
 * ranks are unavailable: then what products have stays as it is.
 */
export interface MeasuredMedians {
  /** Returns the variants of a benchmark in which most builds are measured, at most so many. */
  variantsOf(benchmarkId: number, limit: number): Promise<RankedVariant[] | null>;
  /** Returns for each category how many builds are measured in it. */
  buildsIn(categories: readonly string[]): Promise<number[] | null>;
  /**
   * Returns for each variant the median of the builds with one part, and how many these are; null in its place for a variant in which too
   * few builds with the part are measured.
   */
  mediansWith(
    kind: string,
    id: number,
    variants: readonly { category: string; benchmark_id: number }[],
  ): Promise<({ median: number; builds: number } | null)[] | null>;
}
