import { createThrottledQueue } from "../infra/throttled-queue.ts";
import type { z } from "zod";
import { titleOfRun } from "../benchmarks/index.ts";
import { compareBuilds, findBuilds, type CompareBuildsDeps } from "./compare-builds.ts";
import { compareProducts, type CompareProductsDeps } from "./compare-products.ts";
import { compareRuns, findRuns, type CompareRunsDeps } from "./compare-runs.ts";
import { findProducts, lookUpProduct } from "./compared-products.ts";
import type { Comparison } from "./comparison.ts";
import type { ProductComparison } from "./product-comparison.ts";
import type { compareQuery } from "./schemas.ts";
import {
  drawComparison,
  findChart,
  type ComparedCharts,
  type ComparisonLook,
} from "./chart/comparison-charts.ts";

/**
 * The maximum time for which one comparison of builds, or one chart, may delay the next, in ms. Each keeps the process
 * busy for a small part of this time.
 */
const THROTTLE_HOLD_MS = 1000;

/** A comparison of builds or runs, or of products. */
export type AnyComparison = Comparison | ProductComparison;

/** What a request compares: the parsed query of GET /compare. */
type AskedComparison = Omit<z.output<typeof compareQuery>, "format">;

/** The service that compares builds, runs and products, and draws the frame times of several runs in one chart. */
export type Comparisons = ReturnType<typeof createComparisons>;

/** Creates the service that compares builds, runs and products, and draws the frame times of runs in one chart. */
export function createComparisons(deps: CompareBuildsDeps & CompareRunsDeps & CompareProductsDeps) {
  // The queue limits all comparisons of builds and all charts together to half of the time of the process. The other
  // half is left to other requests, even if many clients compare big builds.
  const throttle = createThrottledQueue(THROTTLE_HOLD_MS);
  return {
    /**
     * Compares builds, runs or products as `compareBuilds`, `compareRuns` and `compareProducts` do. Simultaneous
     * comparisons of builds wait for each other.
     * @throws InvalidInputError, OverloadedError; NotFoundError if a run was deleted during the comparison
     */
    compare: async ({
      builds,
      runs,
      products,
      baseline,
      ...page
    }: AskedComparison): Promise<AnyComparison> => {
      if (products) return compareProducts(deps, products, baseline);
      if (runs) return compareRuns(deps, runs, baseline);
      const base = baseline === undefined ? undefined : Number(baseline);
      return throttle.take(() => compareBuilds(deps, builds ?? [], { ...page, baseline: base }));
    },

    /** Returns the names of the given products. @throws InvalidInputError that names each unknown product */
    namesOfProducts: async (products: readonly string[]): Promise<string[]> =>
      (await findProducts(deps, products)).map(({ shown }) => shown.name),

    /**
     * Looks products up by their names in URLs. For each unknown name, returns the product that is probably meant.
     */
    lookUpProducts: (products: readonly string[]) =>
      Promise.all(products.map((product) => lookUpProduct(deps, product))),

    /** Returns the builds with the given ids. @throws InvalidInputError that names each unknown build */
    findBuilds: (buildIds: readonly number[]) => findBuilds(deps, buildIds),

    /**
     * Returns the given runs with their titles and scores.
     * @throws InvalidInputError that names each run that is unknown or not complete
     */
    findRuns: async (runIds: readonly string[]) =>
      (await findRuns(deps, runIds)).map(({ shown, run }) =>
        Object.assign(shown, { title: titleOfRun(run), score: run.score }),
      ),

    /**
     * Finds the captures of a chart without loading their frames.
     * @throws InvalidInputError that names each run without frames
     */
    findChart: async (runIds: readonly string[], look: ComparisonLook): Promise<ComparedCharts> =>
      findChart(deps, await findRuns(deps, runIds), look),

    /**
     * Draws a chart of captures as SVG. @throws OverloadedError; NotFoundError if a run was deleted after it was found
     */
    drawChart: (charts: ComparedCharts): Promise<string> => drawComparison(deps, charts, throttle),
  };
}
