import type { BenchmarkSummary } from "../answers/benchmark-summary.ts";
import type { BuildSummary } from "../answers/build-answer.ts";
import type { Verdict } from "./compared-metrics.ts";

/** Builds or runs side by side. All that is told of them goes against the first that has the figure. */
export interface Comparison {
  compared: ComparedThing[];
  /** The benchmarks and variants that at least two of them have: one page of them. */
  results: ComparedBenchmark[];
  /** How many there are on all pages. */
  total: number;
  /** What only one of them has, so that it can be compared with nothing: the first of it, and how much there is in all. */
  only_in_one: { results: LoneBenchmark[]; total: number };
}

/** A build or a run that is compared. */
export type ComparedThing = BuildSummary | ComparedRun;

/** A run, with its build. */
export interface ComparedRun {
  run_id: string;
  sequence: number;
  build_id: number;
  build: BuildSummary;
  benchmark_id: number;
  benchmark: BenchmarkSummary;
  variant: string | null;
  /** Why the run is implausible; null where it is not. */
  suspect: { reason: string } | null;
}

/** Which of the compared things something is about: a run where runs are compared, else a build. */
export type ThingId = { run_id: string } | { build_id: number };

/** One benchmark and variant of which at least two have runs. */
export interface ComparedBenchmark {
  benchmark_id: number;
  benchmark: BenchmarkSummary;
  variant: string | null;
  score: ComparedFigure;
  /** The further figures of result files, such as the lows of captures. Empty for scores that are typed in. */
  metrics: ComparedFigure[];
  /** A run with frame times of each of the compared that has one: what `GET /compare/chart.svg` can draw over each other. */
  captures: ComparedCapture[];
}

/** A run whose frame times are kept: the compared run itself, or the best one of a build's newest runs. */
export interface ComparedCapture {
  build_id: number;
  run_id: string;
}

/** A benchmark and variant of which only one has runs. */
export type LoneBenchmark = ThingId & {
  benchmark_id: number;
  benchmark: BenchmarkSummary;
  variant: string | null;
  runs: number;
};

/** One figure of each of the compared that have it. */
export interface ComparedFigure {
  figure: string;
  unit: string;
  higher_is_better: boolean;
  values: (ThingId & FigureValue)[];
}

/** A figure of a build or a run, over its runs. */
export interface FigureValue {
  /** The runs that count in the figure. */
  runs: number;
  /** Runs that are suspect, which count in no figure of a build. Only with the score. */
  suspect_runs?: number;
  best: number | null;
  mean: number | null;
  /** Standard deviation of the sample (n − 1); null below two runs. */
  stdev: number | null;
  /** The difference from the first that has the figure; null for that one. */
  difference: Difference | null;
}

/** How far a mean lies from the first one, in percent of the first one. */
export interface Difference {
  percent: number;
  /** The 95 % confidence interval; null where nothing tells how much the figure varies. */
  interval: { low_percent: number; high_percent: number } | null;
  /** Null without an interval. */
  verdict: Verdict | null;
}

type NamedBenchmark = Pick<ComparedBenchmark, "benchmark_id" | "variant">;

/** Compares benchmarks for sorting: by their ids, and then by their variants. */
export function byBenchmark(a: NamedBenchmark, b: NamedBenchmark): number {
  return a.benchmark_id - b.benchmark_id || (a.variant ?? "").localeCompare(b.variant ?? "", "en");
}
