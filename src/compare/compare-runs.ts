import { summariseBenchmark } from "../answers/benchmark-summary.ts";
import { InvalidInputError, NotFoundError, type Fault } from "../errors.ts";
import { parseProfile, type Frames } from "../frames/index.ts";
import {
  benchmarkTypeOf,
  measurementOf,
  rankedSettingsOf,
  titleOfRun,
  unrankedOf,
  type Run,
  type Runs,
} from "../benchmarks/index.ts";
import { shownSettingsOf, type ShownSettings } from "../standings/index.ts";
import { compareFigure, type Measured } from "./compare-figure.ts";
import { metricsOf, readMetric, scoreOf, type RunFigures } from "./compared-metrics.ts";
import { settingsKeyOf } from "./compared-settings.ts";
import { findSomeBuilds, type CompareBuildsDeps } from "./compare-builds.ts";
import {
  byBenchmark,
  type ComparedBenchmark,
  type ComparedBuild,
  type ComparedRun,
  type Comparison,
  type ThingId,
} from "./comparison.ts";
import { measuredKeyOf } from "./thing-names.ts";

/** The dependencies of `compareRuns`. */
export interface CompareRunsDeps extends Pick<CompareBuildsDeps, "builds"> {
  runs: Pick<Runs, "get">;
  frames: Pick<Frames, "of" | "show">;
}

/** A complete run that is to be compared, and its public representation. */
export interface FoundRun {
  run: Run;
  shown: ComparedRun;
  /** The settings with which a game was measured; empty for a run of a benchmark that is no game. */
  settings: ShownSettings;
}

/**
 * Finds the runs that are to be compared.
 * @throws InvalidInputError that names each run that does not exist or is not complete
 */
export async function findRuns(
  { runs, builds }: Pick<CompareRunsDeps, "runs" | "builds">,
  runIds: readonly string[],
): Promise<FoundRun[]> {
  const found = await Promise.all(runIds.map((runId) => runs.get(runId).catch(nullIfNotFound)));
  const buildOf = await findSomeBuilds(
    { builds },
    found.flatMap((run) => run?.build_id ?? []),
  );
  const faults: Fault[] = [];
  const shown = found.flatMap((run, index): FoundRun[] => {
    const build = run && buildOf.get(run.build_id);
    const detail = faultOf(runIds[index] ?? "", build ? run : null);
    if (detail !== null) faults.push({ pointer: `/runs/${index}`, detail });
    if (!run || !build) return [];
    const settings = settingsOf(run);
    return [{ run, shown: { ...showRun(run, build), ...settings }, settings }];
  });
  if (faults.length > 0) throw new InvalidInputError(faults);
  return shown;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}

function faultOf(runId: string, run: Run | null): string | null {
  if (!run) return `There is no run ${runId}.`;
  if (run.status === "complete") return null;
  if (run.status === "failed")
    return `Expected a complete run, found a run that failed (${run.error?.code ?? "unknown"}): it has no figures.`;
  return `Expected a complete run, found a run that is ${run.status}. GET /benchmarks/runs/${runId}?wait=30 tells when it is complete.`;
}

function settingsOf(run: Run): ShownSettings {
  return benchmarkTypeOf(run.benchmark_id).is_of_games
    ? shownSettingsOf({ settings: rankedSettingsOf(run) })
    : {};
}

function showRun(run: Run, { parts, ...build }: ComparedBuild): ComparedRun {
  const { _id, sequence, build_id, benchmark_id, variant, score, label = null, created_at } = run;
  const unranked = unrankedOf(run);
  return {
    run_id: _id,
    sequence,
    build_id,
    build,
    parts,
    benchmark_id,
    benchmark: summariseBenchmark(benchmarkTypeOf(benchmark_id)),
    variant,
    title: titleOf(run),
    score,
    label,
    created_at: created_at.toISOString(),
    unranked: unranked && { code: unranked.code, reason: unranked.public_detail },
  };
}

/**
 * Compares runs of the same benchmark and variant with the baseline or, in a group without the baseline, with the first
 * run that may be ranked. Runs of a game with different settings stand side by side without differences. For captures,
 * resamples of the stored frames show how much the figures vary.
 * @param runIds at least two different ids
 * @param baseline the id of the run to which the others are compared; by default the first one
 * @throws the errors of `findRuns`; OverloadedError if too many captures wait to be resampled; NotFoundError if a run
 * was deleted after it was found
 */
export async function compareRuns(
  deps: CompareRunsDeps,
  runIds: readonly string[],
  baseline?: string,
): Promise<Comparison> {
  const base = baseline === undefined ? undefined : { run_id: baseline };
  const found = await findRuns(deps, runIds);
  const groups = groupsOf(found);
  const results: ComparedBenchmark[] = [];
  for (const group of groups) if (group.length > 1) results.push(await compareGroup(deps, group, base));
  const lone = groups.flatMap((group) => (group.length === 1 ? group : []));
  return {
    compared: found.map(({ shown }) => shown),
    results,
    total: results.length,
    only_in_one: {
      results: lone.map(({ run, settings, shown: { run_id, benchmark_id, benchmark, variant } }) => ({
        run_id,
        benchmark_id,
        benchmark,
        variant,
        title: titleOf(run),
        ...settings,
        runs: 1,
      })),
      total: lone.length,
    },
  };
}

/**
 * Groups runs by benchmark and variant, and returns the sorted groups. A run of an unknown game is comparable with no
 * other run, so it forms its own group.
 */
function groupsOf(found: readonly FoundRun[]): FoundRun[][] {
  const groups = new Map<string, { benchmark_id: number; variant: string | null; members: FoundRun[] }>();
  for (const one of found) {
    const { benchmark_id, variant } = one.run;
    const key = measuredKeyOf(one.shown);
    const group = groups.get(key) ?? { benchmark_id, variant, members: [] };
    groups.set(key, group);
    group.members.push(one);
  }
  return [...groups.values()].toSorted(byBenchmark).map(({ members }) => members);
}

// Returns the name of a run's variant for people; null for a run of an unknown game, which has no variant.
function titleOf(run: Run): string | null {
  return run.variant === null ? null : titleOfRun(run);
}

async function compareGroup(
  deps: CompareRunsDeps,
  group: readonly FoundRun[],
  baseline: ThingId | undefined,
): Promise<ComparedBenchmark> {
  const [{ run: first, settings: settingsOfFirst }] = group as [FoundRun];
  const keys = new Map(group.map(({ run, settings }) => [run._id, settingsKeyOf(settings)]));
  const { benchmark_id, variant } = first;
  const type = benchmarkTypeOf(benchmark_id);
  const readings: Reading[] = [];
  // Runs are read one after the other, so that the frames of only one capture are in memory.
  for (const { run } of group) readings.push(await readRun(deps, run));
  const measured = (valueOf: (reading: Reading) => number | null): Measured[] =>
    readings.flatMap((reading) => {
      const value = valueOf(reading);
      const { run, resamples } = reading;
      if (value === null) return [];
      return [
        {
          id: { run_id: run._id },
          sample: { runs: 1, best: value, mean: value, stdev: null },
          isUnranked: unrankedOf(run) !== null,
          settings: keys.get(run._id) ?? "",
          resamples,
        },
      ];
    });
  return {
    benchmark_id,
    benchmark: summariseBenchmark(type),
    variant,
    title: titleOf(first),
    ...(new Set(keys.values()).size > 1 ? { settings_differ: true as const } : settingsOfFirst),
    ...(haveSameFile(group) && { same_file: true as const }),
    score: compareFigure(
      scoreOf(type),
      measured(({ score }) => score),
      baseline,
    ),
    metrics: metricsOf(type).flatMap((metric) => {
      const values = measured((reading) => readMetric(reading, metric));
      return values.length > 0 ? [compareFigure(metric, values, baseline)] : [];
    }),
    captures: group.flatMap(({ run: { _id, build_id, frame_series } }) =>
      frame_series ? [{ build_id, run_id: _id }] : [],
    ),
  };
}

/** Returns whether at least two runs of a group are of the same measurement in the same file. */
function haveSameFile(group: readonly FoundRun[]): boolean {
  const measurements = group.flatMap(({ run }) => measurementOf(run) ?? []);
  return new Set(measurements).size < measurements.length;
}

/** A run with its figures, and the resamples of the frames from which the figures were computed. */
interface Reading extends RunFigures {
  run: Run;
  score: number | null;
  resamples: Float32Array | null;
}

async function readRun({ frames }: CompareRunsDeps, run: Run): Promise<Reading> {
  const { _id, score, metrics, channels = [], frame_series } = run;
  if (!frame_series || unrankedOf(run)) return { run, score, metrics, channels, resamples: null };
  // All figures are taken from the latest reading of the run's file, because the file may have been read again since
  // the run was found.
  const shown = await frames.show(await frames.of(_id), { kind: "profile" });
  const { resamples } = parseProfile(shown.text);
  const { metrics: shownMetrics, channels: shownChannels } = shown.frames;
  return {
    run,
    score: shownMetrics.average_fps,
    metrics: shownMetrics,
    channels: shownChannels ?? [],
    resamples,
  };
}
