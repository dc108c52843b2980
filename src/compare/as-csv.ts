import { csvOf, type Cell } from "../answers/csv.ts";
import type { ComparedBenchmark, ComparedFigure, Comparison } from "./comparison.ts";
import { buildOfThing, thingOf } from "./labels.ts";

const header = [
  "benchmark_id",
  "benchmark",
  "variant",
  "resolution",
  "preset",
  "figure",
  "unit",
  "higher_is_better",
  "build_id",
  "build",
  "run_id",
  "runs",
  "unranked_runs",
  "best",
  "mean",
  "stdev",
  "difference_percent",
  "interval_low_percent",
  "interval_high_percent",
  "verdict",
];

/**
 * Returns a comparison as CSV (RFC 4180), with a row for each figure of each build or run. The column `unit` has the
 * unit of the columns `best`, `mean` and `stdev`. The last rows have no figure: they name the benchmarks of which only
 * one of the builds or runs has results.
 */
export function toCsv(comparison: Comparison): string {
  const rows = comparison.results.flatMap((benchmark) =>
    [benchmark.score, ...benchmark.metrics].flatMap((figure) => rowsOf(comparison, benchmark, figure)),
  );
  const lone = comparison.only_in_one.results.map((one): Cell[] => {
    const { benchmark, variant, resolution, preset, runs } = one;
    const thing = thingOf(comparison, one);
    const build = buildOfThing(thing);
    const names = [build.build_id, build.name, "run_id" in thing ? thing.run_id : null];
    return [benchmark.id, benchmark.name, variant, resolution, preset, null, null, null, ...names, runs];
  });
  return csvOf(header, [...rows, ...lone]);
}

function rowsOf(
  comparison: Comparison,
  { benchmark, variant, ...compared }: ComparedBenchmark,
  { figure, unit, higher_is_better, values }: ComparedFigure,
): Cell[][] {
  return values.map((value) => {
    const thing = thingOf(comparison, value);
    const build = buildOfThing(thing);
    const { difference } = value;
    const { resolution, preset } = "run_id" in thing ? thing : compared;
    return [
      benchmark.id,
      benchmark.name,
      variant,
      resolution,
      preset,
      figure,
      unit,
      higher_is_better,
      build.build_id,
      build.name,
      "run_id" in thing ? thing.run_id : null,
      value.runs,
      value.unranked_runs ?? ("run_id" in thing ? Number(thing.unranked !== null) : null),
      value.best,
      value.mean,
      value.stdev,
      difference?.percent,
      difference?.interval?.low_percent,
      difference?.interval?.high_percent,
      difference?.verdict,
    ];
  });
}
