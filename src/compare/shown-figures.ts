import { isDeepStrictEqual } from "node:util";
import { bySuite } from "../benchmarks/index.ts";
import type { ComparedBenchmark, ComparedFigure, Comparison } from "./comparison.ts";

/**
 * Returns the benchmarks of a comparison in the order in which the page and Markdown show them: the graphics tests of a
 * 3DMark test stand together.
 */
export const shownBenchmarks = ({ results }: Comparison): ComparedBenchmark[] => bySuite(results);

/**
 * Returns the figures that the page and Markdown show below the score of a benchmark: those that neither repeat the
 * score nor stand in an earlier table.
 */
export function shownMetrics(benchmark: ComparedBenchmark, comparison: Comparison): ComparedFigure[] {
  const { score, metrics } = benchmark;
  const shown = shownBenchmarks(comparison);
  return metrics.filter((metric) => !isScore(metric, score) && !isShownBefore(metric, benchmark, shown));
}

/** Returns whether a figure repeats the score: the score of a capture is its average frame rate. */
function isScore({ figure }: ComparedFigure, { unit }: ComparedFigure): boolean {
  return figure === "average_fps" && unit === "fps";
}

/**
 * Returns whether an earlier table already shows the same values of a figure. For example, each graphics test of a
 * 3DMark test has the score of the whole test among its figures.
 */
function isShownBefore(
  metric: ComparedFigure,
  benchmark: ComparedBenchmark,
  shown: readonly ComparedBenchmark[],
): boolean {
  return shown
    .slice(0, shown.indexOf(benchmark))
    .filter(({ variant }) => variant !== null && variant === benchmark.variant)
    .some(({ metrics }) => metrics.some((other) => isDeepStrictEqual(other, metric)));
}
