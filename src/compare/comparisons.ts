import { createLane } from "../infra/lane.ts";
import { compareBuilds, type CompareBuildsDeps, type ComparisonPage } from "./compare-builds.ts";
import { compareRuns, findRuns, type CompareRunsDeps } from "./compare-runs.ts";
import type { Comparison } from "./comparison.ts";
import {
  drawComparison,
  findChart,
  type ComparedCharts,
  type ComparisonLook,
} from "./chart/comparison-charts.ts";

/** Many times what comparing builds keeps the process busy. */
const LANE_HOLD_MS = 1000;

/** Compares builds and runs, and draws the frames of runs over each other. */
export type Comparisons = ReturnType<typeof createComparisons>;

/** Creates the service. */
export function createComparisons(deps: CompareBuildsDeps & CompareRunsDeps) {
  // A crowd that compares big builds takes half of the time of the process, and leaves the rest to everybody else.
  const lane = createLane(LANE_HOLD_MS);
  return {
    /** Compares builds: see `compareBuilds`. @throws InvalidInputError */
    ofBuilds: (buildIds: readonly number[], page: ComparisonPage): Promise<Comparison> =>
      lane.take(() => compareBuilds(deps, buildIds, page)),

    /** Compares runs: see `compareRuns`. @throws InvalidInputError, OverloadedError; NotFoundError where one was deleted meanwhile */
    ofRuns: (runIds: readonly string[]): Promise<Comparison> => compareRuns(deps, runIds),

    /** Finds what a chart of captures shows; loads no frames. @throws InvalidInputError naming each run without frame times */
    findChart: async (runIds: readonly string[], look: ComparisonLook): Promise<ComparedCharts> =>
      findChart(deps, await findRuns(deps, runIds), look),

    /** Draws a chart as SVG. @throws OverloadedError; NotFoundError where a run was deleted meanwhile */
    drawChart: (charts: ComparedCharts): Promise<string> => drawComparison(deps, charts, lane),
  };
}
