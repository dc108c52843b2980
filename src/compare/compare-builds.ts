import { summariseBenchmark } from "../answers/benchmark-summary.ts";
import type { Builds } from "../builds/index.ts";
import { shownSettingsOf, type Rankings, type ShownSettings } from "../standings/index.ts";
import { InvalidInputError, type Fault } from "../errors.ts";
import {
  benchmarkTypeOf,
  sampleOf,
  scoresOf,
  type BenchmarkType,
  type CountedRun,
  type Figures,
  type MeasuredRun,
  type RunsRepository,
} from "../benchmarks/index.ts";
import { compareFigure, type Measured } from "./compare-figure.ts";
import { metricsOf, readMetric, scoreOf, type ComparedMetric } from "./compared-metrics.ts";
import { settingsKeyOf } from "./compared-settings.ts";
import {
  byBenchmark,
  type ComparedBenchmark,
  type ComparedBuild,
  type ComparedCapture,
  type Comparison,
  type LoneBenchmark,
  type ThingId,
} from "./comparison.ts";

/**
 * The maximum number of runs of a build, in one benchmark and variant, from which figures other than the score are
 * computed. The newest runs are taken. The number is limited because the service must read the whole document of each
 * run for these figures.
 */
export const METRIC_RUNS = 20;

/**
 * The maximum number of pairs of a benchmark and a variant (such as a game) that a comparison lists because only one of
 * the compared builds has results of the pair.
 */
export const MAX_LONE = 200;

/** The dependencies of `compareBuilds`. */
export interface CompareBuildsDeps {
  figures: Pick<Figures, "groupsOf">;
  runsRepository: Pick<RunsRepository, "findMetricsOf">;
  builds: Pick<Builds, "presentSome">;
  rankings: Pick<Rankings, "withTitles">;
}

/**
 * The page of benchmarks that an answer about a comparison contains, and the build to which the others are compared.
 */
export interface ComparisonPage {
  page: number;
  limit: number;
  /** The id of the build to which the other builds are compared; by default the first one. */
  baseline?: number | undefined;
}

/**
 * Compares builds by their complete runs; if several runs have the same file, only one of them counts. Results of a
 * game are compared only with results with the same settings. Unranked runs count in no figure, but the answer states
 * their number.
 * @param buildIds at least two different ids
 * @throws InvalidInputError that names each build that does not exist
 */
export async function compareBuilds(
  deps: CompareBuildsDeps,
  buildIds: readonly number[],
  { page, limit, baseline }: ComparisonPage,
): Promise<Comparison> {
  const compared = await findBuilds(deps, buildIds);
  const benchmarks = await benchmarksOf(deps, compared);
  const shared = benchmarks.filter(({ sides }) => sides.length > 1);
  const lone = loneOf(benchmarks);
  const [shown, shownLone] = await Promise.all([
    deps.rankings.withTitles(shared.slice((page - 1) * limit, page * limit)),
    deps.rankings.withTitles(lone.slice(0, MAX_LONE)),
  ]);
  const results: ComparedBenchmark[] = [];
  const base = baseline === undefined ? undefined : { build_id: baseline };
  for (const benchmark of shown) results.push(await compareBenchmark(deps, benchmark, base));
  return {
    compared,
    results,
    total: shared.length,
    only_in_one: { results: shownLone, total: lone.length },
  };
}

/** Finds the builds that are to be compared. @throws InvalidInputError that names each build that does not exist */
export async function findBuilds(
  { builds }: Pick<CompareBuildsDeps, "builds">,
  buildIds: readonly number[],
): Promise<ComparedBuild[]> {
  const found = await findSomeBuilds({ builds }, buildIds);
  const faults = buildIds.flatMap((id, index): Fault[] =>
    found.has(id) ? [] : [{ pointer: `/builds/${index}`, detail: `There is no build ${id}.` }],
  );
  if (faults.length > 0) throw new InvalidInputError(faults);
  return buildIds.flatMap((id) => found.get(id) ?? []);
}

/** Returns, by their ids, those of the given builds that exist and are public. */
export async function findSomeBuilds(
  { builds }: Pick<CompareBuildsDeps, "builds">,
  buildIds: readonly number[],
): Promise<Map<number, ComparedBuild>> {
  const found = [...(await builds.presentSome(buildIds)).values()];
  return new Map(
    found.map(({ build_id, name, owner, parts }) => [build_id, { build_id, name, owner, parts }]),
  );
}

/**
 * The runs of one benchmark and variant, grouped by build; the runs of a game also have the same settings. Only builds
 * that have such runs are included.
 */
interface Benchmark {
  benchmark_id: number;
  variant: string | null;
  settings: ShownSettings;
  sides: Side[];
}

interface Side {
  build_id: number;
  /** The runs of the build that may be ranked, the newest first. */
  counted: CountedRun[];
  unrankedRuns: number;
}

/**
 * Returns the benchmarks and variants of builds, sorted; a game has one entry for each of its settings. A run of an
 * unknown game is comparable with no other run, so each such run is an entry of its own.
 */
async function benchmarksOf(
  { figures }: CompareBuildsDeps,
  builds: readonly ComparedBuild[],
): Promise<Benchmark[]> {
  const groupsOfBuilds = await Promise.all(
    builds.map(async ({ build_id, owner }) => {
      const groups = await figures.groupsOf({ buildId: build_id, isOwned: owner !== null });
      return { build_id, groups };
    }),
  );
  const benchmarks = new Map<string, Benchmark>();
  for (const { build_id, groups } of groupsOfBuilds)
    for (const { benchmark_id, variant, loneRunId, runs: ofVariant } of groups)
      for (const [settingsKey, runs] of bySettings(benchmark_id, ofVariant)) {
        const key = JSON.stringify([benchmark_id, variant, loneRunId, settingsKey]);
        const settings = settingsKey === "" ? {} : shownSettingsOf({ settings: runs[0]?.settings });
        const benchmark = benchmarks.get(key) ?? { benchmark_id, variant, settings, sides: [] };
        benchmarks.set(key, benchmark);
        const counted = runs.filter(({ is_unranked }) => !is_unranked);
        benchmark.sides.push({ build_id, counted, unrankedRuns: runs.length - counted.length });
      }
  return [...benchmarks.values()].toSorted((a, b) =>
    byBenchmark({ ...a, ...a.settings }, { ...b, ...b.settings }),
  );
}

/** Groups runs of a game by the keys of their settings. The runs of a benchmark that is no game form one group. */
function bySettings(benchmarkId: number, runs: readonly CountedRun[]): Map<string, CountedRun[]> {
  if (!benchmarkTypeOf(benchmarkId).is_of_games) return new Map([["", [...runs]]]);
  const groups = new Map<string, CountedRun[]>();
  for (const run of runs) {
    const key = settingsKeyOf(run.settings);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(run);
  }
  return groups;
}

type UntitledLone = { build_id: number } & Omit<LoneBenchmark, "title" | "build_id" | "run_id">;

/**
 * Returns the benchmarks and variants (for a game, also the settings) that only one build has. A build's runs of
 * unknown games form one entry for each of their settings.
 */
function loneOf(benchmarks: readonly Benchmark[]): UntitledLone[] {
  const lone = new Map<string, UntitledLone>();
  const buildsOf = new Map<string, Set<number>>();
  const nameOf = ({ benchmark_id, variant }: Benchmark) => JSON.stringify([benchmark_id, variant]);
  for (const one of benchmarks)
    buildsOf.set(
      nameOf(one),
      new Set([...(buildsOf.get(nameOf(one)) ?? []), ...one.sides.map(({ build_id }) => build_id)]),
    );
  for (const one of benchmarks) {
    const { benchmark_id, variant, settings, sides } = one;
    const [side] = sides;
    if (!side || sides.length > 1) continue;
    const { build_id, counted, unrankedRuns } = side;
    const key = JSON.stringify([benchmark_id, variant, settingsKeyOf(settings), build_id]);
    const runs = (lone.get(key)?.runs ?? 0) + counted.length + unrankedRuns;
    const benchmark = summariseBenchmark(benchmarkTypeOf(benchmark_id));
    const isElsewhere = variant !== null && (buildsOf.get(nameOf(one))?.size ?? 0) > 1;
    const differ = isElsewhere && { settings_differ: true as const };
    lone.set(key, { build_id, benchmark_id, benchmark, variant, ...settings, ...differ, runs });
  }
  return [...lone.values()];
}

async function compareBenchmark(
  { runsRepository }: CompareBuildsDeps,
  { benchmark_id, variant, settings, title, sides }: Benchmark & { title: string | null },
  baseline: ThingId | undefined,
): Promise<ComparedBenchmark> {
  const type = benchmarkTypeOf(benchmark_id);
  const metrics = metricsOf(type);
  const scores = sides.map(({ build_id, counted, unrankedRuns }): Measured => ({
    id: { build_id },
    sample: counted.length > 0 ? scoresOf(type, counted) : null,
    unrankedRuns,
  }));
  const newest = await Promise.all(
    sides.map(async ({ build_id, counted }) => {
      const read = metrics.length > 0 ? counted.slice(0, METRIC_RUNS) : [];
      return { build_id, found: await runsRepository.findMetricsOf(read.map(({ run_id }) => run_id)) };
    }),
  );
  return {
    benchmark_id,
    benchmark: summariseBenchmark(type),
    variant,
    title,
    ...settings,
    ...(haveSameFile(newest.map(({ found }) => found)) && { same_file: true as const }),
    score: compareFigure(scoreOf(type), scores, baseline),
    metrics: metrics.flatMap((metric) => {
      const measured = newest.flatMap(({ build_id, found }) => measure(metric, build_id, found));
      return measured.length > 0 ? [compareFigure(metric, measured, baseline)] : [];
    }),
    captures: newest.flatMap(({ build_id, found }) => bestCapture(build_id, found, type)),
  };
}

/** Returns whether at least two builds have runs of the same measurement in the same file. */
function haveSameFile(runsOfBuilds: readonly (readonly MeasuredRun[])[]): boolean {
  const ofBuilds = runsOfBuilds.map((runs) => new Set(runs.flatMap(({ measurement }) => measurement ?? [])));
  const all = ofBuilds.flatMap((measurements) => Array.from(measurements));
  return new Set(all).size < all.length;
}

/**
 * Returns the run with the best score among a build's newest runs with stored frame times, as a list of one run; the
 * list is empty if none of these runs has frame times.
 */
function bestCapture(
  build_id: number,
  found: readonly MeasuredRun[],
  { higher_is_better }: Pick<BenchmarkType, "higher_is_better">,
): ComparedCapture[] {
  const sign = higher_is_better ? 1 : -1;
  const [best] = found
    .filter(({ hasFrames }) => hasFrames)
    .toSorted((a, b) => sign * ((b.score ?? 0) - (a.score ?? 0)));
  return best ? [{ build_id, run_id: best.run_id }] : [];
}

/**
 * Returns the values of one figure in a build's newest runs, summarised, as a list with one element. The list is empty
 * if no run has the figure.
 */
function measure(metric: ComparedMetric, build_id: number, found: readonly MeasuredRun[]): Measured[] {
  const values = found.flatMap((run) => readMetric(run, metric) ?? []);
  if (values.length === 0) return [];
  return [{ id: { build_id }, sample: { ...sampleOf(values), best: bestOf(values, metric) } }];
}

function bestOf(values: readonly number[], { higher_is_better }: ComparedMetric): number {
  return higher_is_better ? Math.max(...values) : Math.min(...values);
}
