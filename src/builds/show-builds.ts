import type { Accounts } from "../accounts/index.ts";
import type { BuildSummary } from "../answers/build-answer.ts";
import type { PartSummary } from "../answers/part-summary.ts";
import type { Actor } from "../authorization.ts";
import { NotFoundError } from "../errors.ts";
import type { BuildParts, Catalogue } from "../products/index.ts";
import type { Build } from "./model/build.ts";
import { searchedPrefixesOf } from "../validation/name-prefixes.ts";
import { buildPolicy } from "./policies.ts";
import { presentBuild, presentParts, summariseBuild } from "./presenter.ts";
import type { BuildsRepository } from "./records/builds-repository.ts";

/** The fields of a build that its short public representation contains. */
type SummarisedBuild = Parameters<typeof summariseBuild>[0];

/** The dependencies of the functions that return builds in their public representation. */
export interface ShowDeps {
  buildsRepository: Pick<BuildsRepository, "find" | "findByPrefixes" | "findSome" | "listShownOf">;
  catalogue: Pick<Catalogue, "findPartsOf">;
  buildParts: Pick<BuildParts, "check">;
  accounts: Pick<Accounts, "namesOf">;
}

/** Returns whether a viewer may see a build. The viewer is null for an anonymous client. */
const isShownTo = (viewer: Actor | null, build: Build): boolean =>
  !build.hidden || buildPolicy.allows(viewer, "see what is hidden", build);

/**
 * Returns a build.
 * @param viewer the caller, who may see hidden builds; null for an anonymous caller, or where everybody sees the
 *   result
 * @throws NotFoundError if there is no build that the viewer may see
 */
export async function getBuild(
  { buildsRepository }: Pick<ShowDeps, "buildsRepository">,
  buildId: number,
  viewer: Actor | null,
): Promise<Build> {
  const build = await buildsRepository.find(buildId);
  if (!build || !isShownTo(viewer, build)) throw new NotFoundError(`There is no build ${buildId}.`);
  return build;
}

/**
 * Creates the methods that return builds in their public representation. Each method sends a constant number of
 * queries, however many builds it returns.
 */
export function createPublicReads(deps: ShowDeps) {
  const { buildsRepository, accounts } = deps;
  const summarise = async (build: SummarisedBuild): Promise<BuildSummary> =>
    summariseBuild(build, await namesOfOwners(accounts, [build]));
  const findShown = async (buildIds: readonly number[], viewer: Actor | null): Promise<Build[]> =>
    (await buildsRepository.findSome(buildIds)).filter((build) => isShownTo(viewer, build));
  return {
    /** Returns builds in their public representation. */
    present: (builds: readonly Build[]) => presentBuilds(deps, builds),

    /**
     * Returns a build in its public representation, with its description, the faults of parts that do not fit, and
     * the prices of its parts.
     */
    presentChecked: (build: Build) => presentChecked(deps, build),

    /**
     * Returns the public representations of given builds, as a map whose keys are the ids of the builds. Leaves out
     * builds that do not exist or that the viewer may not see.
     */
    presentSome: async (buildIds: readonly number[], viewer: Actor | null = null) => {
      const presented = await presentBuilds(deps, await findShown(buildIds, viewer));
      return new Map(presented.map((build) => [build.build_id, build]));
    },

    /** Returns the parts of a build that the caller has already read; no parts if the viewer may not see the build. */
    partsOf: (build: Build, viewer: Actor | null) => partsOf(deps, build, viewer),

    /**
     * Returns one page of the builds whose names match a text, newest first, in their public representation, and
     * whether more builds follow. A name matches if it contains, for each word of the text, a word that begins with
     * that word; order, case, accents and punctuation do not matter. Only the first 20 characters of a word are
     * compared. A text without a word finds no build. Hidden builds are never found, not even by their owners.
     */
    findByName: async (text: string, paging: { page: number; limit: number }) => {
      const found = await buildsRepository.findByPrefixes(searchedPrefixesOf(text), paging);
      return { results: await presentBuilds(deps, found.builds), hasMore: found.hasMore };
    },

    /**
     * Returns the short representation of a build that the caller has already read. Answers about runs contain this
     * representation.
     */
    summarise,

    /**
     * Returns the short representations of given builds, as a map whose keys are the ids of the builds. Leaves out
     * builds that do not exist or that the viewer may not see.
     */
    summariesOfSome: async (
      buildIds: readonly number[],
      viewer: Actor | null = null,
    ): Promise<Map<number, BuildSummary>> => {
      const found = await findShown(buildIds, viewer);
      const names = await namesOfOwners(accounts, found);
      return new Map(found.map((build) => [build._id, summariseBuild(build, names)]));
    },
  };
}

/** Selects a page of a list: its number, from 1, and the number of entries on a page. */
export interface Paging {
  page: number;
  limit: number;
}

/**
 * Returns one page of those builds of an account that everybody may see, newest first, in their public
 * representation, and whether more builds follow.
 */
export async function presentShownOf(deps: ShowDeps, ownerId: string, paging: Paging) {
  const { builds, hasMore } = await deps.buildsRepository.listShownOf(ownerId, paging);
  return { results: await presentBuilds(deps, builds), hasMore };
}

async function partsOf(
  { catalogue }: Pick<ShowDeps, "catalogue">,
  build: Build,
  viewer: Actor | null,
): Promise<PartSummary[]> {
  const [parts = {}] = isShownTo(viewer, build) ? await catalogue.findPartsOf([build.parts]) : [];
  return Object.values(presentParts(parts));
}

/** Returns builds in their public representation. */
async function presentBuilds({ catalogue, accounts }: ShowDeps, builds: readonly Build[]) {
  const [ownerNames, found] = await Promise.all([
    namesOfOwners(accounts, builds),
    catalogue.findPartsOf(builds.map(({ parts }) => parts)),
  ]);
  return builds.map((build, index) => presentBuild(build, { ownerNames, parts: found[index] ?? {} }));
}

/**
 * Returns a build in its public representation, with its description, the faults of parts that do not fit and the
 * prices of its parts.
 */
export async function presentChecked(deps: CheckDeps, build: Build) {
  return (await presentWithHardware(deps, build)).build;
}

/**
 * Returns a build in its public representation, with the faults of parts that do not fit, the short names of its
 * hardware for a line about the build, such as "RTX 4070 SUPER", and the current prices of its parts. The service reads
 * each part only once.
 */
export async function presentWithHardware({ buildParts, accounts }: CheckDeps, build: Build) {
  const [{ parts, compatibility, price, prices, hardware }, ownerNames] = await Promise.all([
    buildParts.check(build.parts),
    namesOfOwners(accounts, [build]),
  ]);
  const presented = presentBuild(build, { ownerNames, parts: Object.fromEntries(parts) });
  const { description = null } = build;
  return { build: { ...presented, description, compatibility, price }, prices, hardware };
}

type CheckDeps = Pick<ShowDeps, "buildParts" | "accounts">;

async function namesOfOwners(
  accounts: ShowDeps["accounts"],
  builds: readonly Pick<Build, "owner_id">[],
): Promise<ReadonlyMap<string, string>> {
  const ownerIds = [...new Set(builds.flatMap(({ owner_id }) => owner_id ?? []))];
  return ownerIds.length === 0 ? new Map() : accounts.namesOf(ownerIds);
}
