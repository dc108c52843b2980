import {
  isSameThing,
  nameOfThing,
  shownBenchmarks,
  type ComparedBenchmark,
  type Comparison,
} from "../../compare/index.ts";
import type { ChartedCaptures } from "./comparison-charts.tsx";

/**
 * Maximum number of benchmarks with charts on a page: the browser requests each chart, and to draw a chart costs the
 * service about as much time as to render the table.
 */
const MAX_CHARTS = 3;

/**
 * Returns the charts of each benchmark of a comparison, for the first MAX_CHARTS benchmarks in which at least two
 * captures have frame times; null for each other benchmark.
 */
export function chartsOf(comparison: Comparison): (ChartedCaptures | null)[] {
  const comparable = shownBenchmarks(comparison).filter(({ captures }) => captures.length > 1);
  const charted = new Set(comparable.slice(0, MAX_CHARTS));
  return comparison.results.map((benchmark) =>
    charted.has(benchmark) ? chartOf(comparison, benchmark) : null,
  );
}

function chartOf(comparison: Comparison, { captures, metrics }: ComparedBenchmark): ChartedCaptures {
  const rarest = metrics.find(({ figure }) => figure === "p0_1_fps")?.values ?? [];
  const isOfRuns = comparison.compared.some((thing) => "run_id" in thing);
  return {
    captures: captures.map(({ build_id, run_id }) => {
      const id = isOfRuns ? { run_id } : { build_id };
      const thing = comparison.compared.find((one) => isSameThing(id, one));
      return {
        run_id,
        name: thing ? nameOfThing(thing, comparison) : run_id,
        href: `/benchmarks/runs/${encodeURIComponent(run_id)}/frames`,
        p0_1_fps: rarest.find((value) => isSameThing(id, value))?.mean ?? null,
      };
    }),
  };
}
