import type { BenchmarkSummary } from "../answers/benchmark-summary.ts";
import type { BuildSummary } from "../answers/build-answer.ts";
import type { PartSummary } from "../answers/part-summary.ts";
import type { UnrankedReason } from "../readers/index.ts";
import type { ShownSettings } from "../standings/index.ts";
import type { Verdict } from "./compared-metrics.ts";

/**
 * A comparison of builds or runs. Each difference is relative to the baseline (the build or run that the request names)
 * if the baseline may be ranked and has the figure, else to the first build or run that may be ranked and has the
 * figure.
 */
export interface Comparison {
  compared: ComparedThing[];
  /** One page of the benchmarks and variants of which at least two of the builds or runs have results. */
  results: ComparedBenchmark[];
  /** The number of benchmarks and variants on all pages of the comparison. */
  total: number;
  /**
   * The benchmarks and variants of which only one build or run has results, so that there is nothing to compare. The
   * list has the first MAX_LONE pairs of benchmark and variant; `total` is the number of all pairs.
   */
  only_in_one: { results: LoneBenchmark[]; total: number };
}

/** A build or a run that is compared. */
export type ComparedThing = ComparedBuild | ComparedRun;

/** A compared build, with its parts by their kinds (such as cpu and gpu). */
export interface ComparedBuild extends BuildSummary {
  parts: Readonly<Partial<Record<string, PartSummary>>>;
}

/**
 * A compared run, with its build, the parts of the build and, if the run is of a game, the settings with which it was
 * measured.
 */
export interface ComparedRun extends ShownSettings, Pick<ComparedBuild, "parts"> {
  run_id: string;
  sequence: number;
  build_id: number;
  build: BuildSummary;
  benchmark_id: number;
  benchmark: BenchmarkSummary;
  variant: string | null;
  /** The name of the variant for people, as in `ComparedBenchmark`. */
  title: string | null;
  /** The run's own result, in the unit of its benchmark; null for a run without a result. */
  score: number | null;
  label: string | null;
  /** The time at which the run was created, in ISO 8601. */
  created_at: string;
  /** The reason why the run is unranked (in no ranking); null if the run may be ranked. */
  unranked: { code: UnrankedReason["code"]; reason: string } | null;
}

/** The id of a compared thing: of a run in a comparison of runs, of a build in a comparison of builds. */
export type ThingId = { run_id: string } | { build_id: number };

/** Returns whether two objects have the id of the same run or, if neither has the id of a run, of the same build. */
export function isSameThing(a: ThingId, b: ThingId): boolean {
  if ("run_id" in a || "run_id" in b) return "run_id" in a && "run_id" in b && a.run_id === b.run_id;
  return a.build_id === b.build_id;
}

/**
 * One benchmark and variant of which at least two of the compared builds or runs have results. The results of a game
 * have the same settings, except in a comparison of runs with `settings_differ`.
 */
export interface ComparedBenchmark extends ShownSettings {
  benchmark_id: number;
  benchmark: BenchmarkSummary;
  variant: string | null;
  /** The name of the variant for people: the title of a game, or else the name as the file writes it. */
  title: string | null;
  /**
   * `settings_differ` is present where the runs of a game have different settings, so that no difference is computed.
   */
  settings_differ?: true;
  /** `same_file` is present where two of the builds or runs have results of the same file. */
  same_file?: true;
  score: ComparedFigure;
  /**
   * The further figures of result files, such as the lows of captures. The list is empty for benchmarks whose scores
   * are typed in.
   */
  metrics: ComparedFigure[];
  /**
   * At most one run with frame times of each compared build or run. `GET /compare/chart.svg` can draw these runs over
   * each other.
   */
  captures: ComparedCapture[];
}

/** A run whose frame times are stored: the compared run itself, or the best one of a compared build's newest runs. */
export interface ComparedCapture {
  build_id: number;
  run_id: string;
}

/**
 * A benchmark and variant (for a game, also the settings) of which only one of the compared builds or runs has results.
 */
export type LoneBenchmark = ThingId &
  ShownSettings & {
    benchmark_id: number;
    benchmark: BenchmarkSummary;
    variant: string | null;
    title: string | null;
    /** `settings_differ` is present where another compared build has results of the game with other settings. */
    settings_differ?: true;
    runs: number;
  };

/** One figure, with the values of all compared builds or runs that have the figure. */
export interface ComparedFigure {
  figure: string;
  unit: string;
  /** Null for a figure of which neither higher nor lower values are better, such as a temperature. */
  higher_is_better: boolean | null;
  values: (ThingId & FigureValue)[];
}

/** The values of one figure in the runs of a build, or in a single run. */
export interface FigureValue {
  /** The number of runs from which the figure is computed. */
  runs: number;
  /**
   * The number of unranked runs, which no figure of a build includes. Only the score has `unranked_runs`; other figures
   * lack the field.
   */
  unranked_runs?: number;
  /** The best value of the figure; null if there is no value, or if neither higher nor lower values are better. */
  best: number | null;
  mean: number | null;
  /** Standard deviation of the sample (with divisor n − 1); null if fewer than two runs count in the figure. */
  stdev: number | null;
  /**
   * The difference of the figure from the figure of the baseline (the build or run to which the others are compared);
   * null for the baseline itself, and for a figure that is not compared.
   */
  difference: Difference | null;
}

/** The difference of a mean from the mean to which it is compared, in percent of that mean. */
export interface Difference {
  percent: number;
  /**
   * The 95 % confidence interval of the difference; null if the variation of the figure is unknown, or too great for
   * its few runs.
   */
  interval: { low_percent: number; high_percent: number } | null;
  /**
   * The verdict on the difference; null if the difference has no confidence interval, or if neither higher nor lower
   * values of the figure are better.
   */
  verdict: Verdict | null;
}

/**
 * Returns the verdict that pages and Markdown show on the difference between a value and the baseline's value of the
 * same figure. Without a confidence interval, if one of the two values is that of a single run, the verdict is that
 * there are too few runs to tell. Null if the value has no difference, or the difference no verdict.
 */
export function verdictOf(
  { difference, runs }: FigureValue,
  { values, higher_is_better }: Pick<ComparedFigure, "values" | "higher_is_better">,
): Difference["verdict"] {
  if (!difference) return null;
  const baseline = values.find((value) => value.difference === null && value.mean !== null);
  const isOfSingleRun = Math.min(runs, baseline?.runs ?? 0) < 2;
  const isUnclear = difference.interval === null && higher_is_better !== null && isOfSingleRun;
  return difference.verdict ?? (isUnclear ? "too few runs to tell" : null);
}

type NamedBenchmark = Pick<ComparedBenchmark, "benchmark_id" | "variant" | "resolution" | "preset">;

/** Orders benchmarks by their ids, then by their variants, and then by their settings. */
export function byBenchmark(a: NamedBenchmark, b: NamedBenchmark): number {
  const compare = (name: "variant" | "resolution" | "preset") =>
    (a[name] ?? "").localeCompare(b[name] ?? "", "en", { numeric: name === "resolution" });
  return a.benchmark_id - b.benchmark_id || compare("variant") || compare("resolution") || compare("preset");
}
