import { fileOfObjects, inPages, type AccountData } from "../account-data.ts";
import type { Actor } from "../authorization.ts";
import type { BuildCapacity, Figures } from "../benchmarks/index.ts";
import type { Sweep } from "../infra/sweep.ts";
import type { Standings } from "../standings/index.ts";
import { createOwnerActions, type ChangeDeps } from "./change-builds.ts";
import { createBuildModeration, type ModerateDeps } from "./moderate-builds.ts";
import type { Build, PartIds } from "./model/build.ts";
import { buildPolicy } from "./policies.ts";
import { presentSummary } from "./presenter.ts";
import { removeBuildsOf, removeDeleted, type DeletionDeps } from "./remove-deleted.ts";
import {
  createPublicReads,
  getBuild,
  presentShownOf,
  presentWithHardware,
  type Paging,
  type ShowDeps,
} from "./show-builds.ts";

const BUILDS_A_PAGE = 200;

/** The service of builds: owners create and change their builds, and anybody may read builds that are not hidden. */
export type Builds = ReturnType<typeof createBuilds>;

/** A build with the statistics of its runs, in its public representation. */
export type BuildAnswer = Awaited<ReturnType<Builds["show"]>>;

/** A build in the form in which lists of builds show it. */
export type ShownBuild = Awaited<ReturnType<Builds["present"]>>[number];

/**
 * The number at which the service stops counting the builds whose standings (ranks) are outdated, because each request
 * for the home page of the site counts these builds.
 */
const MAX_DUE_COUNTED = 20_000;

/** Creates the service of builds, with which owners create and change builds and other people read them. */
export function createBuilds(deps: BuildsDeps) {
  const { buildsRepository, capacity, clock } = deps;

  /** Returns a build. @throws NotFoundError if there is no build that the viewer may see */
  const get = (buildId: number, viewer: Actor | null = null): Promise<Build> =>
    getBuild(deps, buildId, viewer);

  return {
    get,

    ...createPublicReads(deps),

    ...createOwnerActions(deps),

    ...createBuildModeration(deps),

    /**
     * Checks that a caller may attach results to a build.
     * @param units the number of results that the caller wants to attach
     * @throws NotFoundError if there is no such build, NotAllowedError if the build belongs to another account,
     *   InvalidInputError if the build would exceed its maximum number of runs
     */
    requireAttachable: async (buildId: number, caller: Actor, units: number): Promise<void> => {
      const build = await get(buildId, caller);
      buildPolicy.require(caller, "attach a result to a build", build);
      await capacity.requireRoom(build, caller.account_id, units);
    },

    /**
     * Returns one page of an account's builds, newest first, and the number of all builds of the account, counted up to
     * MAX_LISTED.
     */
    listOf: (ownerId: string, paging: Paging) => buildsRepository.listOf(ownerId, paging),

    /** Returns one page of those builds of an account that everybody may see, in their public representation. */
    presentShownOf: (ownerId: string, paging: Paging) => presentShownOf(deps, ownerId, paging),

    /** Returns about how many builds there are. */
    countRoughly: (): Promise<number> => buildsRepository.countRoughly(),

    /** Returns the number of builds whose standings (ranks) are still to be updated, counted up to MAX_DUE_COUNTED. */
    countStandingDue: (): Promise<number> => buildsRepository.countStandingDue(MAX_DUE_COUNTED),

    ...createFigureReads(deps),

    /** Stores a build without an owner under a given id. Returns false if a build with an owner has this id. */
    saveOwnerless: (build: { _id: number; name: string; parts: PartIds }): Promise<boolean> =>
      buildsRepository.upsertOwnerless({ ...build, owner_id: null, created_at: clock(), listed: 1 }),

    accountData: createAccountData(deps),

    /** Removes the runs of deleted builds, and the documents of builds that were deleted weeks ago. */
    sweep: {
      name: "deleted builds",
      run: (signal?: AbortSignal) => removeDeleted(deps, signal),
    } satisfies Sweep,
  };
}

/** Creates the functions by which the export and the deletion of an account read and remove its builds. */
function createAccountData(deps: BuildsDeps): AccountData {
  return {
    name: "builds",
    removeAllOf: (accountId) => removeBuildsOf(deps, accountId),
    exportAllOf: async function* (accountId) {
      const limit = BUILDS_A_PAGE;
      const builds = inPages((afterId?: number) =>
        deps.buildsRepository.findOfOwner(accountId, { limit, afterId }),
      );
      yield fileOfObjects("builds.json", builds);
    },
  };
}

/** Creates the methods that return a build with the statistics of its runs. */
function createFigureReads(deps: BuildsDeps) {
  const { figures, standings } = deps;
  const answerTo = async (buildId: number, reading: Promise<Build>) => {
    const isOwned = reading.then(({ owner_id }) => owner_id !== null);
    const [build, summaries] = await Promise.all([reading, figures.summariesOf({ buildId, isOwned })]);
    const [found, { build: presented, ...ofParts }] = await Promise.all([
      standings.ofBuild(build, summaries),
      presentWithHardware(deps, build),
    ]);
    const results = summaries.map((summary, index) => presentSummary(summary, found?.[index]));
    return { answer: { build: presented, results, total: results.length }, ofParts };
  };
  return {
    /**
     * Returns the public representation of a build with the short names of its hardware and the current prices of its
     * parts by their kinds. The result contains statistics of the build's complete runs for each benchmark and
     * variant, and the standings (ranks) of its ranked runs.
     */
    withHardware: async (build: Build) => {
      const { answer, ofParts } = await answerTo(build._id, Promise.resolve(build));
      return { ...answer, ...ofParts };
    },

    /**
     * Reads a build, and returns it with statistics of its runs, and their standings (ranks).
     * @throws NotFoundError if there is no build that the viewer may see
     */
    show: async (buildId: number, viewer: Actor | null) =>
      (await answerTo(buildId, getBuild(deps, buildId, viewer))).answer,
  };
}

type BuildsDeps = DeletionDeps &
  ShowDeps &
  ChangeDeps &
  ModerateDeps & {
    standings: Pick<Standings, "ofBuild">;
    figures: Pick<Figures, "summariesOf">;
    capacity: Pick<BuildCapacity, "requireRoom">;
  };
