import type { Actor } from "../../authorization.ts";
import type { Builds } from "../../builds/index.ts";
import type { Config } from "../../config.ts";
import { isOfUnknownGame } from "../model/game-of-run.ts";
import type { Run } from "../model/run.ts";
import { hiddenReasonOf } from "../model/unranked.ts";
import { runPolicy } from "../policies.ts";
import { presentRun } from "../presenter.ts";
import type { RunListQuery } from "../records/runs-repository.ts";
import type { RunWithBuild } from "./find-run.ts";
import type { Runs } from "./runs.ts";

/** The service that presents runs in the form in which the API and the pages show them. */
export type RunViews = ReturnType<typeof createRunViews>;

/** The representation of one run for a viewer. */
export type ShownRun = Awaited<ReturnType<RunViews["present"]>>;

/** A page of the runs of a build. */
export type BuildRuns = Awaited<ReturnType<RunViews["listOf"]>>;

/** The number of a build's newest runs in a benchmark that the service searches for other runs of the same variant. */
const SEARCHED = 20;

/** The number of an account's newest runs that the service searches for its newest public results. */
const MAX_NEWEST = 40;

/** Creates the service that presents runs. The number of its queries does not depend on the number of runs. */
export function createRunViews(deps: RunViewsDeps) {
  const { runs, builds, config } = deps;
  const publicUrl = config.PUBLIC_URL;

  /**
   * Returns a page of the runs of a build that was already read from the database, newest first, and the number of runs
   * on all pages. The owner of the build and admins also get hidden runs.
   */
  const listOfBuild = async (
    stored: RunWithBuild["build"],
    query: Omit<RunListQuery, "withHidden">,
    viewer: Actor | null,
  ) => {
    const owner = { account_id: stored.owner_id ?? "" };
    const withHidden = runPolicy.allows(viewer, "see what is hidden", owner);
    const [build, { runs: found, total }] = await Promise.all([
      builds.summarise(stored),
      runs.listOf(stored._id, { ...query, withHidden }),
    ]);
    return { results: found.map((run) => presentRun(run, { viewer, build, publicUrl })), total };
  };

  return {
    /**
     * Returns the representation of a run for a viewer, with its standing (rank) if the standing can be looked up now.
     * The standing of a hidden run, or of a run on a hidden build, is null, because no ranking contains the run.
     * @param viewer the caller who reads the run; null for an anonymous reader
     */
    present: (found: RunWithBuild, viewer: Actor | null) => present(deps, found, viewer),

    /**
     * Returns the representation of a run, and the representations of other complete runs of the same benchmark and
     * variant on the same build, newest first. Hidden runs are left out. For a hidden run, a run of a hidden build and
     * a run of an unknown game, there are no other runs.
     * @param limit the maximum number of other runs, which are searched among the SEARCHED newest runs
     */
    presentWithOthers: (found: RunWithBuild, limit: number, viewer: Actor | null) =>
      presentWithOthers(deps, found, { limit, viewer }),

    /**
     * Returns a page of the runs of a build, newest first, and the number of runs on all pages. The owner of the build
     * and admins also get hidden runs.
     * @throws NotFoundError if there is no build that the viewer may see
     */
    listOf: async (buildId: number, query: Omit<RunListQuery, "withHidden">, viewer: Actor | null) =>
      listOfBuild(await builds.get(buildId, viewer), query, viewer),

    listOfBuild,

    ...createLists(deps),
  };
}

const isHidden = ({ run, build }: RunWithBuild): boolean =>
  build.hidden !== undefined || hiddenReasonOf(run) !== null;

async function present({ runs, builds, config }: RunViewsDeps, found: RunWithBuild, viewer: Actor | null) {
  const finding = isHidden(found) ? null : runs.standingOf(found);
  const [build, standing] = await Promise.all([builds.summarise(found.build), finding]);
  const shown = presentRun(found.run, { viewer, build, publicUrl: config.PUBLIC_URL });
  return { ...shown, ...(standing !== undefined && { standing }) };
}

async function presentWithOthers(
  deps: RunViewsDeps,
  found: RunWithBuild,
  { limit, viewer }: { limit: number; viewer: Actor | null },
) {
  const { runs, config } = deps;
  const { _id, benchmark_id, build_id, variant } = found.run;
  const [run, newest] = await Promise.all([
    present(deps, found, viewer),
    isHidden(found) || isOfUnknownGame(found.run)
      ? []
      : runs.newestOf(build_id, { benchmark_id, limit: SEARCHED }),
  ]);
  const others = newest
    .filter((one) => one._id !== _id && one.status === "complete" && one.variant === variant)
    .slice(0, limit);
  const of = { viewer, build: run.build, publicUrl: config.PUBLIC_URL };
  return { run, others: others.map((one) => presentRun(one, of)) };
}

/** Creates the methods that list runs of several builds. */
function createLists(deps: RunViewsDeps) {
  const { runs } = deps;
  return {
    /** Returns the newest complete runs that may be ranked, the newest first, and only the newest of each build. */
    listNewest: async (limit: number, viewer: Actor | null) =>
      presentSome(deps, await runs.listNewest(limit), viewer),

    /**
     * Returns the newest public results on the builds of an account, taken from the newest MAX_NEWEST runs of the
     * account: the complete runs on public builds that the account owns. Runs on builds without an owner are left out,
     * because nothing public says who has submitted them.
     */
    listNewestOf: async (accountId: string) => {
      const { runs: found } = await runs.listOfAccount(accountId, { page: 1, limit: MAX_NEWEST });
      const shown = found.filter((run) => run.status === "complete" && hiddenReasonOf(run) === null);
      const results = await presentSome(deps, shown, null);
      return results.filter(({ build }) => build.owner?.account_id === accountId);
    },

    /**
     * Returns a page of the runs that an account has submitted, newest first, with the data that only their submitter
     * may see, and whether there are more runs.
     */
    listOfSubmitter: async (submitter: Actor, paging: { page: number; limit: number }) => {
      const { runs: found, hasMore } = await runs.listOfAccount(submitter.account_id, paging);
      return { results: await presentSome(deps, found, submitter), hasMore };
    },
  };
}

/**
 * Returns the representations of runs of several builds. Leaves out runs whose build was deleted since the runs were
 * found, or is hidden from the viewer.
 */
async function presentSome({ builds, config }: RunViewsDeps, found: readonly Run[], viewer: Actor | null) {
  const buildIds = [...new Set(found.map(({ build_id }) => build_id))];
  const summaries = await builds.summariesOfSome(buildIds, viewer);
  return found.flatMap((run) => {
    const build = summaries.get(run.build_id);
    return build ? [presentRun(run, { viewer, build, publicUrl: config.PUBLIC_URL })] : [];
  });
}

interface RunViewsDeps {
  runs: Pick<Runs, "standingOf" | "listOf" | "newestOf" | "listNewest" | "listOfAccount">;
  builds: Pick<Builds, "get" | "summarise" | "summariesOfSome">;
  config: Pick<Config, "PUBLIC_URL">;
}
