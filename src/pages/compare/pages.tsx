import { z } from "zod";
import {
  compareQuery,
  type ComparedBenchmark,
  type Comparison,
  type Comparisons,
  type ThingId,
} from "../../compare/index.ts";
import { InvalidInputError } from "../../errors.ts";
import { parseInput } from "../../validation/faults.ts";
import { textsOf } from "../../validation/query-values.ts";
import { definePage } from "../layout/define-page.tsx";
import type { Page, View } from "../layout/site.ts";
import { CompareForms } from "./compare-forms.tsx";
import type { ChartedCaptures } from "./comparison-charts.tsx";
import { ComparisonView, queryOf, titleOf, type ComparisonPage } from "./comparison-view.tsx";
import { findings, nameOfThing } from "./texts.ts";

/** Dependencies of the comparison page. */
export interface ComparePagesDeps {
  comparisons: Pick<Comparisons, "ofBuilds" | "ofRuns">;
}

/** Creates the page of comparisons. */
export function createComparePages(deps: ComparePagesDeps): Page[] {
  return [comparePage(deps)];
}

const listed = z.union([z.string(), z.array(z.string())]).optional();

const comparePage = (deps: ComparePagesDeps) =>
  definePage({
    path: "/compare",
    summary:
      "Builds or runs side by side, with verdicts, their frame times over each other, and Markdown to copy",
    action: "read what is public",
    // The handler replaces addresses of pages by their ids, and then checks the values by the schema of the API.
    query: z.object({ builds: listed, runs: listed, page: listed, limit: listed }),
    problems: ["notFound", "overloaded"],
    handler: async ({ query, hold }) => {
      if (query.builds === undefined && query.runs === undefined) return askForTwo();
      const { value, faults } = parseInput(compareQuery, withIds(query));
      if (faults) throw new InvalidInputError(faults);
      const { builds, runs, ...page } = value;
      return hold(async () => {
        const comparison = runs
          ? await deps.comparisons.ofRuns(runs)
          : await deps.comparisons.ofBuilds(builds ?? [], page);
        return showComparison(comparison, page);
      });
    },
  });

type PageQuery = Readonly<Record<string, string | string[] | undefined>>;

/** Replaces pasted addresses of pages by the ids in these addresses. */
function withIds({ builds, runs, ...rest }: PageQuery): Record<string, unknown> {
  const idsOf = (given: string | string[]) =>
    textsOf(given).map((text) => text.trim().replace(/^.*\/(?:r|b)\//, ""));
  return {
    ...rest,
    ...(builds !== undefined && { builds: idsOf(builds) }),
    ...(runs !== undefined && { runs: idsOf(runs) }),
  };
}

const askForTwo = (): View => ({
  title: "Compare",
  description: "Put builds or runs side by side, and see which differences are real.",
  body: (
    <article class="stack stack-wide">
      <header class="stack">
        <h1>Compare</h1>
        <p class="lead">
          Put two to eight builds or runs side by side, and see which differences are real and which are
          chance.
        </p>
      </header>
      <CompareForms compared={[]} />
    </article>
  ),
});

function showComparison(comparison: Comparison, { page, limit }: { page: number; limit: number }): View {
  const charts = chartsOf(comparison);
  const query = queryOf(comparison);
  const hasMore = page * limit < comparison.total;
  const shown: ComparisonPage = {
    comparison,
    charts,
    nextHref: hasMore ? `/compare?${query}&page=${page + 1}&limit=${limit}` : null,
  };
  const hasCharts = charts.some((chart) => chart !== null);
  return {
    title: `${titleOf(comparison)}, compared`,
    description: findings(comparison)[0] ?? "Benchmark results side by side, with confidence intervals.",
    body: <ComparisonView {...shown} />,
    scripts: ["copy.js", ...(hasCharts ? ["frames.js"] : [])],
    ...(hasCharts && { styles: ["uplot.css"] }),
  };
}

/**
 * Maximum number of benchmarks with charts on a page: the browser requests each chart, and a chart costs the service
 * about as much as the table.
 */
const MAX_CHARTS = 3;

/**
 * Returns the charts of the first benchmarks for which at least two captures have frame times; null for the other
 * benchmarks.
 */
function chartsOf(comparison: Comparison): (ChartedCaptures | null)[] {
  const comparable = comparison.results.filter(({ captures }) => captures.length > 1);
  const charted = new Set(comparable.slice(0, MAX_CHARTS));
  return comparison.results.map((benchmark) =>
    charted.has(benchmark) ? chartOf(comparison, benchmark) : null,
  );
}

function chartOf(comparison: Comparison, { captures, metrics }: ComparedBenchmark): ChartedCaptures {
  const rarest = metrics.find(({ figure }) => figure === "p0_1_fps")?.values ?? [];
  return {
    captures: captures.map(({ build_id, run_id }) => {
      const isOfCapture = (thing: ThingId) =>
        "run_id" in thing ? thing.run_id === run_id : thing.build_id === build_id;
      const thing = comparison.compared.find((one) => isOfCapture(one));
      return {
        run_id,
        name: thing ? nameOfThing(thing, comparison) : run_id,
        href: `/benchmarks/runs/${encodeURIComponent(run_id)}/frames`,
        p0_1_fps: rarest.find((value) => isOfCapture(value))?.mean ?? null,
      };
    }),
  };
}
