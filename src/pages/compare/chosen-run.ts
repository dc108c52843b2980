import type { Caller } from "../../authorization.ts";
import {
  benchmarkTypeOf,
  gameSettingsOf,
  isOfUnknownGame,
  type Runs,
  type RunViews,
  type ShownRun,
} from "../../benchmarks/index.ts";
import type { Comparisons } from "../../compare/index.ts";
import type { Rankings } from "../../standings/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { isComparable, nameOfBenchmark, type ListedRun } from "../runs/shown-run.ts";
import { mainPartsOf } from "../lists/main-parts.ts";
import { settingsText } from "../lists/settings-note.tsx";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";

/** Dependencies of `findChosenRun`. */
export interface ChosenRunDeps {
  comparisons: Pick<Comparisons, "findRuns">;
  runs: Pick<Runs, "find">;
  runViews: Pick<RunViews, "listOf" | "listOfSubmitter" | "listNewest" | "present">;
  rankings: Pick<Rankings, "rankingOf">;
  isUnavailable: IsUnavailable;
}

/** A run that a page offers for a comparison. */
export interface OfferedRun {
  run_id: string;
  /** The text of the link, such as "93.4 fps". */
  text: string;
  /** Facts that distinguish the run from other offered runs: texts from people and files, and parts. */
  marks: readonly string[];
  created_at: string;
}

/** The chosen run, and the runs with which it can be compared. */
export type ChosenRun = Awaited<ReturnType<typeof findChosenRun>>;

/** The number of the build's newest runs in which `findChosenRun` looks for runs of the same game and settings. */
const RUNS_LOOKED_AT = 100;
/**
 * The number of builds on a page of the ranking. The page of the chosen run offers the runs of two adjacent pages of
 * the ranking: the page with the chosen run, and the nearer neighbour of this page.
 */
const NEIGHBOURS = 10;
/** The number of newest results from which visitors may choose the first run of a comparison. */
const NEWEST = 5;

/**
 * Returns a run with the parts of its build, and runs of the same benchmark, game and settings: the runs of its build,
 * newest first, and runs of other builds that are near it in the ranking, or at the top of the ranking if the run has
 * no rank. The runs of other builds are null while the ranks are unavailable.
 * @throws InvalidInputError if the run does not exist or is not complete
 */
export async function findChosenRun(deps: ChosenRunDeps, runId: string) {
  const { comparisons, runs, runViews } = deps;
  const [compared] = await comparisons.findRuns([runId]);
  if (!compared) throw new Error(`expected the run ${runId}, found none`);
  const run = await runViews.present(await runs.find(runId), null);
  const rank = rankOf(run);
  const [ofBuild, ofOthers] = isOfUnknownGame(run)
    ? [[], []]
    : await Promise.all([
        findOfBuild(deps, run),
        unlessUnavailable(findNearby(deps, run, rank), deps.isUnavailable),
      ]);
  return { run, parts: mainPartsOf(compared), ofBuild, ofOthers, isRanked: rank !== undefined };
}

/** A build with the name that a link to the build shows. */
export type NamedBuild = Pick<ShownRun["build"], "build_id" | "name">;

/**
 * Returns the newest results of different builds and those of the visitor, from which visitors may choose the first run.
 * As an example, also returns two of these builds with results of the same benchmark, game and settings; an empty list
 * if there are no such two.
 */
export async function findNewest({ runViews }: Pick<ChosenRunDeps, "runViews">, caller: Caller | null) {
  const [found, own] = await Promise.all([
    runViews.listNewest(NEWEST, null),
    caller ? runViews.listOfSubmitter(caller, { page: 1, limit: NEWEST }) : { results: [] },
  ]);
  const ownNewest = own.results.filter(isComparable).map(offered);
  const newest = found.map(offered);
  const isPair = (run: ShownRun) => (other: ShownRun) =>
    other.build.build_id !== run.build.build_id && isLike(other, run);
  const first = found.find((run) => found.some(isPair(run)));
  const exampleOfBuilds: NamedBuild[] = first
    ? [first, found.find(isPair(first)) ?? first].map(({ build }) => build)
    : [];
  return { newest, ownNewest, exampleOfBuilds };
}

/** Returns a run of any build as a page offers it before a run is chosen. */
export const offered = (run: ListedRun): OfferedRun => ({
  run_id: run.run_id,
  text: `${nameOfBenchmark(run)}, ${scoreText(run)}`,
  marks: [run.build.name, settingsText(settingsOf(run))].filter((mark) => mark !== ""),
  created_at: run.created_at,
});

const scoreText = ({ score, unit }: { score: number | null; unit: string }) =>
  `${formatFigure(score ?? 0, unit)} ${unit}`;

async function findOfBuild({ runViews }: ChosenRunDeps, run: ShownRun): Promise<OfferedRun[]> {
  const { run_id, benchmark_id } = run;
  const asked = { page: 1, limit: RUNS_LOOKED_AT, benchmark_id };
  const { results } = await runViews.listOf(run.build.build_id, asked, null);
  return results
    .filter((other) => other.run_id !== run_id && isComparable(other) && isLike(other, run))
    .map(({ run_id, score, unit, label, created_at }) => ({
      run_id,
      text: scoreText({ score, unit }),
      marks: label === null ? [] : [label],
      created_at,
    }));
}

/**
 * Returns the rank of a run among all results of its game or test with its settings; undefined if the run has no rank,
 * or is ranked among results with mixed settings.
 */
const rankOf = ({ standing }: ShownRun): number | undefined =>
  standing?.settings_mixed ? undefined : standing?.all?.rank;

async function findNearby(
  { rankings }: ChosenRunDeps,
  run: ShownRun,
  rank: number | undefined,
): Promise<OfferedRun[]> {
  const { benchmark_id, variant } = run;
  const read = (page: number) =>
    rankings.rankingOf(benchmark_id, {
      ...settingsOf(run),
      variant: variant ?? undefined,
      page,
      limit: NEIGHBOURS,
    });
  const found = await Promise.all(pagesAround(rank ?? 1).map(read));
  return found
    .flatMap(({ type, results }) => results.map((result) => ({ ...result, unit: type.unit })))
    .filter(({ build, settings }) => build.build_id !== run.build.build_id && isAlike(settings, run))
    .map(({ run_id, score, unit, build, created_at }) => ({
      run_id,
      text: scoreText({ score, unit }),
      marks: [build.name, mainPartsOf(build)].filter((mark) => mark !== ""),
      created_at: created_at.toISOString(),
    }));
}

/** Returns the numbers of the ranking's page with a rank, and of the adjacent page nearer to the rank, ascending. */
function pagesAround(rank: number): number[] {
  const page = Math.ceil(rank / NEIGHBOURS);
  const isInFirstHalf = (rank - 1) % NEIGHBOURS < NEIGHBOURS / 2;
  return page > 1 && isInFirstHalf ? [page - 1, page] : [page, page + 1];
}

type Settings = Parameters<typeof settingsText>[0];

/** Returns the settings that must be equal in compared runs: of a game, resolution and preset; else none. */
const settingsOf = (run: Pick<ShownRun, "benchmark_id"> & Parameters<typeof gameSettingsOf>[0]): Settings =>
  benchmarkTypeOf(run.benchmark_id).is_of_games ? gameSettingsOf(run) : {};

/** Whether a run is of the same benchmark and game or test as another, with the same settings. */
export const isLike = (other: ListedRun, run: ShownRun): boolean =>
  other.benchmark_id === run.benchmark_id &&
  other.variant === run.variant &&
  !isOfUnknownGame(run) &&
  isAlike(settingsOf(other), run);

const isAlike = (settings: Settings, run: ShownRun): boolean =>
  settingsText(settings).toLowerCase() === settingsText(settingsOf(run)).toLowerCase();
