import { summariseBenchmark } from "../../answers/benchmark-summary.ts";
import type { BuildSummary } from "../../answers/build-answer.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import type { Figures } from "../figures/figures.ts";
import { benchmarkTypeOf, type BenchmarkType } from "../model/benchmark-types.ts";
import { parseGroupVariant } from "../model/run-tally.ts";
import { meanOf, sampleStandardDeviationOf, type ScoreGroup } from "../model/score-group.ts";
import type { BuildsPort } from "../ports.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import type { NewestRun } from "../records/tally-queries.ts";
import { compareFigure, type Measured } from "./compare-figure.ts";
import { metricsOf, readMetric, scoreOf, type ComparedMetric } from "./compared-metrics.ts";
import {
  byBenchmark,
  type ComparedBenchmark,
  type ComparedCapture,
  type Comparison,
  type LoneBenchmark,
} from "./comparison.ts";
import { sampleOf } from "./statistics/sample.ts";

/**
 * Of a build's runs of one benchmark and variant so many give the figures beside the score, the newest ones: these figures are not
 * kept as sums, so each of these runs is read.
 */
export const METRIC_RUNS = 20;

/** How many of what only one build has are listed. */
export const MAX_LONE = 200;

/** What comparing builds needs. */
export interface CompareBuildsDeps {
  figures: Pick<Figures, "groupsOf">;
  runs: Pick<RunsRepository, "findNewestOfGroup">;
  builds: Pick<BuildsPort, "summariesOfSome">;
}

/** Which benchmarks of a comparison are answered. */
export interface ComparisonPage {
  page: number;
  limit: number;
}

/**
 * Compares builds by their complete runs, the same file counted once. Suspect runs are told of, and count in no figure.
 * @param buildIds at least two, each once
 * @throws InvalidInputError naming each build that there is not
 */
export async function compareBuilds(
  deps: CompareBuildsDeps,
  buildIds: readonly number[],
  { page, limit }: ComparisonPage,
): Promise<Comparison> {
  const compared = await findBuilds(deps, buildIds);
  const benchmarks = await benchmarksOf(deps, buildIds);
  const shared = benchmarks.filter(({ sides }) => sides.length > 1);
  const lone = loneOf(benchmarks);
  const results: ComparedBenchmark[] = [];
  for (const benchmark of shared.slice((page - 1) * limit, page * limit))
    results.push(await compareBenchmark(deps, benchmark));
  return {
    compared,
    results,
    total: shared.length,
    only_in_one: { results: lone.slice(0, MAX_LONE), total: lone.length },
  };
}

async function findBuilds(
  { builds }: CompareBuildsDeps,
  buildIds: readonly number[],
): Promise<BuildSummary[]> {
  const found = await builds.summariesOfSome(buildIds);
  const faults = buildIds.flatMap((id, index): Fault[] =>
    found.has(id) ? [] : [{ pointer: `/builds/${index}`, detail: `There is no build ${id}.` }],
  );
  if (faults.length > 0) throw new InvalidInputError(faults);
  return buildIds.flatMap((id) => found.get(id) ?? []);
}

/** The runs of one benchmark and variant, of each build that has any. */
interface Benchmark {
  benchmark_id: number;
  variant: string | null;
  sides: Side[];
}

interface Side {
  build_id: number;
  /** Null where all of the build's runs are suspect. */
  counted: ScoreGroup | null;
  suspectRuns: number;
}

/** Returns the benchmarks and variants of builds, sorted. Each run whose game is unknown is one of its own. */
async function benchmarksOf(
  { figures }: CompareBuildsDeps,
  buildIds: readonly number[],
): Promise<Benchmark[]> {
  const groupsOfBuilds = await Promise.all(
    buildIds.map(async (build_id) => ({ build_id, groups: await figures.groupsOf(build_id) })),
  );
  const benchmarks = new Map<string, Benchmark>();
  for (const { build_id, groups } of groupsOfBuilds)
    for (const group of groups) {
      const { benchmark_id } = group;
      const { variant, isSuspect, loneRunId } = parseGroupVariant(group.variant);
      const key = JSON.stringify([benchmark_id, variant, loneRunId]);
      const benchmark = benchmarks.get(key) ?? { benchmark_id, variant, sides: [] };
      benchmarks.set(key, benchmark);
      const side = sideOf(benchmark, build_id);
      if (isSuspect) side.suspectRuns = group.runs;
      else side.counted = group;
    }
  return [...benchmarks.values()].toSorted(byBenchmark);
}

function sideOf({ sides }: Benchmark, build_id: number): Side {
  const known = sides.find((side) => side.build_id === build_id);
  if (known) return known;
  const side = { build_id, counted: null, suspectRuns: 0 };
  sides.push(side);
  return side;
}

/** Returns what only one build has. The runs whose game is unknown stand together for each build. */
function loneOf(benchmarks: readonly Benchmark[]): LoneBenchmark[] {
  const lone = new Map<string, LoneBenchmark>();
  for (const { benchmark_id, variant, sides } of benchmarks) {
    const [side] = sides;
    if (!side || sides.length > 1) continue;
    const { build_id, counted, suspectRuns } = side;
    const key = JSON.stringify([benchmark_id, variant, build_id]);
    const runs = (lone.get(key)?.runs ?? 0) + (counted?.runs ?? 0) + suspectRuns;
    const benchmark = summariseBenchmark(benchmarkTypeOf(benchmark_id));
    lone.set(key, { build_id, benchmark_id, benchmark, variant, runs });
  }
  return [...lone.values()];
}

async function compareBenchmark(
  { runs }: CompareBuildsDeps,
  { benchmark_id, variant, sides }: Benchmark,
): Promise<ComparedBenchmark> {
  const type = benchmarkTypeOf(benchmark_id);
  const metrics = metricsOf(type);
  const scores = sides.map(({ build_id, counted, suspectRuns }): Measured => ({
    id: { build_id },
    sample: counted && {
      runs: counted.runs,
      best: counted.best,
      mean: meanOf(counted),
      stdev: sampleStandardDeviationOf(counted),
    },
    suspectRuns,
  }));
  const newest = await Promise.all(
    sides.map(async ({ build_id, counted }) => ({
      build_id,
      found:
        metrics.length > 0 && counted ? await runs.findNewestOfGroup(build_id, counted, METRIC_RUNS) : [],
    })),
  );
  return {
    benchmark_id,
    benchmark: summariseBenchmark(type),
    variant,
    score: compareFigure(scoreOf(type), scores),
    metrics: metrics.flatMap((metric) => {
      const measured = newest.flatMap(({ build_id, found }) => measure(metric, build_id, found));
      return measured.length > 0 ? [compareFigure(metric, measured)] : [];
    }),
    captures: newest.flatMap(({ build_id, found }) => bestCapture(build_id, found, type)),
  };
}

/** Returns the best of a build's newest runs whose frame times are kept; nothing where none has any. */
function bestCapture(
  build_id: number,
  found: readonly NewestRun[],
  { higher_is_better }: Pick<BenchmarkType, "higher_is_better">,
): ComparedCapture[] {
  const sign = higher_is_better ? 1 : -1;
  const [best] = found
    .filter(({ hasFrames }) => hasFrames)
    .toSorted((a, b) => sign * ((b.score ?? 0) - (a.score ?? 0)));
  return best ? [{ build_id, run_id: best.run_id }] : [];
}

/** Returns a figure of a build out of the metrics of its newest runs; nothing where none of them has it. */
function measure(metric: ComparedMetric, build_id: number, found: readonly NewestRun[]): Measured[] {
  const values = found.flatMap(({ metrics }) => readMetric(metrics, metric) ?? []);
  if (values.length === 0) return [];
  const best = metric.higher_is_better ? Math.max(...values) : Math.min(...values);
  return [{ id: { build_id }, sample: { ...sampleOf(values), best } }];
}
