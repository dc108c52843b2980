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
 * The maximum time for which a comparison of builds may delay the next comparison, in ms. A comparison keeps the
 * process busy for a small part of this time.
 */
const THROTTLE_HOLD_MS = 1000;

/** The service that compares builds and runs, and draws the frame times of several runs in one chart. */
export type Comparisons = ReturnType<typeof createComparisons>;

/** Creates the service that compares builds and runs, and draws the frame times of several runs in one chart. */
export function createComparisons(deps: CompareBuildsDeps & CompareRunsDeps) {
  // The queue limits all comparisons of builds together to half of the time of the process, so that many clients that
  // compare big builds leave the rest to other requests.
  const throttle = createThrottledQueue(THROTTLE_HOLD_MS);
  return {
    /** Compares builds as `compareBuilds` does. Simultaneous calls wait for each other. @throws InvalidInputError */
    ofBuilds: (buildIds: readonly number[], page: ComparisonPage): Promise<Comparison> =>
      throttle.take(() => compareBuilds(deps, buildIds, page)),

    /**
     * Compares runs as `compareRuns` does.
     * @throws InvalidInputError, OverloadedError; NotFoundError if a run was deleted during the comparison
     */
    ofRuns: (runIds: readonly string[]): Promise<Comparison> => compareRuns(deps, runIds),

    /**
     * Finds the captures of a chart without loading frames.
     * @throws InvalidInputError that names each run without frames
     */
    findChart: async (runIds: readonly string[], look: ComparisonLook): Promise<ComparedCharts> =>
      findChart(deps, await findRuns(deps, runIds), look),

    /** Draws a chart as SVG. @throws OverloadedError; NotFoundError if a run was deleted after it was found */
    drawChart: (charts: ComparedCharts): Promise<string> => drawComparison(deps, charts, throttle),
  };
}
