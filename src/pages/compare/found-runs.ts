import type { Builds } from "../../builds/index.ts";
import type { RunViews, ShownRun } from "../../benchmarks/index.ts";
import type { Rankings } from "../../standings/index.ts";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";
import { isComparable } from "../runs/shown-run.ts";
import { isLike, offered, type OfferedRun } from "./chosen-run.ts";

/** Dependencies of `findNamedRuns`. */
export interface FoundRunsDeps {
  builds: Pick<Builds, "findByName">;
  runViews: Pick<RunViews, "listOf">;
  rankings: Pick<Rankings, "findNamed">;
  isUnavailable: IsUnavailable;
}

/** A benchmark with ranked results; for a game or a 3DMark test, with its name for people. */
type NamedRanking = Awaited<ReturnType<Rankings["findNamed"]>>[number];

/** The runs and rankings that a search by words has found. */
export interface FoundRuns {
  runs: readonly OfferedRun[];
  rankings: readonly NamedRanking[];
  /** Whether further builds with matching names were not searched. */
  hasMore: boolean;
}

/** Maximum number of builds with matching names whose runs the page offers: the newest builds. */
export const MAX_BUILDS = 10;
/** The number of a build's newest runs among which `findNamedRuns` looks for runs that can be compared. */
const RUNS_LOOKED_AT = 20;
/** Maximum number of runs that the page offers of each build: the newest runs. */
const MAX_RUNS_OF_BUILD = 5;
/** Maximum number of rankings to which the page links. */
const MAX_RANKINGS = 10;

/**
 * Finds the newest runs of the builds whose names match a text, and the rankings of the benchmarks, games and tests
 * whose names match it.
 * @param chosen the ids of the runs with which a found run will be compared, and the first of them: only other runs with
 *   its benchmark, game and settings are found, and no rankings; null if no run is chosen yet
 */
export async function findNamedRuns(
  { builds, runViews, rankings, isUnavailable }: FoundRunsDeps,
  text: string,
  { ids, chosen }: { ids: readonly string[]; chosen: ShownRun | null },
): Promise<FoundRuns> {
  const [found, named] = await Promise.all([
    builds.findByName(text, { page: 1, limit: MAX_BUILDS }),
    chosen ? [] : unlessUnavailable(rankings.findNamed(text, MAX_RANKINGS), isUnavailable),
  ]);
  const asked = { page: 1, limit: RUNS_LOOKED_AT, benchmark_id: chosen?.benchmark_id };
  const runs = await Promise.all(
    found.results.map(async ({ build_id }) => {
      const { results } = await runViews.listOf(build_id, asked, null);
      return results
        .filter((run) => isComparable(run) && !ids.includes(run.run_id))
        .filter((run) => chosen === null || isLike(run, chosen))
        .slice(0, MAX_RUNS_OF_BUILD)
        .map(offered);
    }),
  );
  return { runs: runs.flat(), rankings: named ?? [], hasMore: found.hasMore };
}
