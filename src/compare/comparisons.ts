import { createThrottledQueue } from "../infra/throttled-queue.ts";
import { compareBuilds, type CompareBuildsDeps, type ComparisonPage } from "./compare-builds.ts";
import { compareRuns, findRuns, type CompareRunsDeps } from "./compare-runs.ts";
import type { Comparison } from "./comparison.ts";
import {
  drawComparison,
  findChart,
  type ComparedCharts,
  type ComparisonLook,
} from "./chart/comparison-charts.ts";

/**
 * How long a comparison of builds may hold up other comparisons, in ms: many times the time for which a comparison
 * keeps the process busy.
 */
const THROTTLE_HOLD_MS = 1000;

/** Compares builds and runs, and draws the frames of runs over each other. */
export type Comparisons = ReturnType<typeof createComparisons>;

/** Creates the service that compares builds and runs, and draws the frames of runs over each other. */
export function createComparisons(deps: CompareBuildsDeps & CompareRunsDeps) {
  // The queue limits all comparisons of builds together to half of the time of the process, so that many clients that
  // compare big builds leave the rest to other requests.
  const throttle = createThrottledQueue(THROTTLE_HOLD_MS);
  return {
    /** Compares builds: see `compareBuilds`. @throws InvalidInputError */
    ofBuilds: (buildIds: readonly number[], page: ComparisonPage): Promise<Comparison> =>
      throttle.take(() => compareBuilds(deps, buildIds, page)),

    /**
     * Compares runs: see `compareRuns`.
     * @throws InvalidInputError, OverloadedError; NotFoundError where a run was deleted meanwhile
     */
    ofRuns: (runIds: readonly string[]): Promise<Comparison> => compareRuns(deps, runIds),

    /** Finds the captures of a chart; loads no frames. @throws InvalidInputError naming each run without frame times */
    findChart: async (runIds: readonly string[], look: ComparisonLook): Promise<ComparedCharts> =>
      findChart(deps, await findRuns(deps, runIds), look),

    /** Draws a chart as SVG. @throws OverloadedError; NotFoundError where a run was deleted meanwhile */
    drawChart: (charts: ComparedCharts): Promise<string> => drawComparison(deps, charts, throttle),
  };
}
