import { z } from "zod";
import {
  compareQuery,
  thingOf,
  type ComparedBenchmark,
  type Comparison,
  type Comparisons,
  type Frames,
  type ThingId,
} from "../../benchmarks/index.ts";
import { InvalidInputError, NotFoundError } from "../../errors.ts";
import { parseInput } from "../../validation/faults.ts";
import { textsOf } from "../../validation/query-values.ts";
import { definePage } from "../layout/define-page.tsx";
import type { Page, View } from "../layout/site.ts";
import { CompareForms } from "./compare-forms.tsx";
import type { ChartedCaptures } from "./comparison-charts.tsx";
import { ComparisonView, queryOf, titleOf, type ComparisonPage } from "./comparison-view.tsx";
import { findings, nameOfThing } from "./texts.ts";

/** What the page of comparisons needs. */
export interface ComparePagesDeps {
  comparisons: Pick<Comparisons, "ofBuilds" | "ofRuns">;
  frames: Pick<Frames, "of">;
  /** The builds. Implemented by `builds/builds.ts`. */
  builds: {
    /** Returns the figures of a build, with the run behind each. */
    show(buildId: number): Promise<{ results: readonly ResultOfBuild[] }>;
  };
}

interface ResultOfBuild {
  benchmark_id: number;
  variant: string | null;
  latest: { run_id: string };
  /** Where its ranked run stands, which is its best one. */
  standing?: { run_id: string } | null;
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
    // What is given is checked as the API checks it, once addresses of pages are replaced by their ids.
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
        return showComparison(deps, comparison, page);
      });
    },
  });

type PageQuery = Readonly<Record<string, string | string[] | undefined>>;

/** Replaces addresses of pages, which people paste, by the ids in them. */
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

async function showComparison(
  deps: ComparePagesDeps,
  comparison: Comparison,
  { page, limit }: { page: number; limit: number },
): Promise<View> {
  const charts = await chartsOf(deps, comparison);
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

/** Of so many benchmarks of a page charts are shown: each chart costs the service about as much as the table. */
const MAX_CHARTS = 3;

async function chartsOf(deps: ComparePagesDeps, comparison: Comparison): Promise<(ChartedCaptures | null)[]> {
  const runOf = await runsBehind(deps, comparison);
  const charts = new Map<ComparedBenchmark, ChartedCaptures>();
  const left = comparison.results.filter(hasCaptures);
  while (charts.size < MAX_CHARTS && left.length > 0) {
    const tried = left.splice(0, MAX_CHARTS - charts.size);
    const found = await Promise.all(tried.map((benchmark) => chartOf(deps, comparison, benchmark, runOf)));
    for (const [index, benchmark] of tried.entries()) {
      const chart = found[index];
      if (chart) charts.set(benchmark, chart);
    }
  }
  return comparison.results.map((benchmark) => charts.get(benchmark) ?? null);
}

type RunOf = (id: ThingId, benchmark: ComparedBenchmark) => string | undefined;

/** Returns what tells the run whose frames stand for a compared thing: the run itself, or the ranked or newest run of a build. */
async function runsBehind({ builds }: ComparePagesDeps, { compared, results }: Comparison): Promise<RunOf> {
  const areBuilds = compared.every((thing) => !("run_id" in thing));
  const isNeeded = areBuilds && results.some(hasCaptures);
  const shown = new Map<number, readonly ResultOfBuild[]>(
    isNeeded
      ? await Promise.all(
          compared.map(async ({ build_id }) => [build_id, (await builds.show(build_id)).results] as const),
        )
      : [],
  );
  return (id, { benchmark_id, variant }) => {
    if ("run_id" in id) return id.run_id;
    const result = shown
      .get(id.build_id)
      ?.find((one) => one.benchmark_id === benchmark_id && one.variant === variant);
    return result?.standing?.run_id ?? result?.latest.run_id;
  };
}

const hasCaptures = ({ metrics }: ComparedBenchmark): boolean =>
  metrics.some(({ figure }) => figure === "average_fps");

/** Returns the captures of a benchmark that have frames, where they are two at least. */
async function chartOf(
  { frames }: ComparePagesDeps,
  comparison: Comparison,
  benchmark: ComparedBenchmark,
  runOf: RunOf,
): Promise<ChartedCaptures | null> {
  const found = await Promise.all(
    benchmark.score.values.map(async (value) => {
      const run_id = runOf(value, benchmark);
      const ofRun = run_id === undefined ? null : await frames.of(run_id).catch(nullIfNotFound);
      if (run_id === undefined || !ofRun) return [];
      const name = nameOfThing(thingOf(comparison, value), comparison);
      const href = `/benchmarks/runs/${encodeURIComponent(run_id)}/frames`;
      return [{ run_id, name, href, p0_1_fps: ofRun.metrics.p0_1_fps }];
    }),
  );
  const captures = found.flat();
  return captures.length > 1 ? { captures } : null;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
