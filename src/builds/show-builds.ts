import type { BuildSummary } from "../answers/build-answer.ts";
import { NotFoundError } from "../errors.ts";
import { forEachPart, partKinds, type PartKind } from "../kinds/kinds.ts";
import type { Build, Part } from "./model/build.ts";
import { presentBuild, summariseBuild, type BuildContext } from "./presenter.ts";
import type { BuildsRepository } from "./records/builds-repository.ts";

/** The catalogue as builds need it. Implemented by `products/catalogue/catalogue.ts`. */
export interface PartsCatalogue {
  /** Returns the products with these ids; with `includeRemoved` also those that were removed from the catalogue. */
  findParts(
    kind: PartKind,
    ids: readonly number[],
    options?: { includeRemoved?: boolean },
  ): Promise<Map<number, Part>>;
}

/** The accounts as builds need them. Implemented by `accounts/accounts.ts`. */
export interface OwnerAccounts {
  /** @throws AccountGoneError where the account is deleted, or is being deleted */
  requireActive(accountId: string): Promise<void>;
  /** Returns the names of accounts by their ids. */
  namesOf(accountIds: readonly string[]): Promise<Map<string, string>>;
}

/** What of a build its summary is made of. */
type SummarisedBuild = Parameters<typeof summariseBuild>[0];

/** What showing builds needs. */
export interface ShowDeps {
  records: Pick<BuildsRepository, "find" | "findSome">;
  catalogue: PartsCatalogue;
  accounts: Pick<OwnerAccounts, "namesOf">;
}

/** Returns a build. @throws NotFoundError */
export async function getBuild({ records }: Pick<ShowDeps, "records">, buildId: number): Promise<Build> {
  const build = await records.find(buildId);
  if (!build) throw new NotFoundError(`There is no build ${buildId}. POST /builds makes one.`);
  return build;
}

/** Creates the methods that return builds as everybody sees them. Each takes the same number of queries for any number of builds. */
export function createPublicReads(deps: ShowDeps) {
  const { records, accounts } = deps;
  const summarise = async (build: SummarisedBuild): Promise<BuildSummary> =>
    summariseBuild(build, await namesOfOwners(accounts, [build]));
  return {
    /** Returns builds in their public representation. */
    present: (builds: readonly Build[]) => presentBuilds(deps, builds),

    /** Returns those of some builds that are there, in their public representation, by their ids. */
    presentSome: async (buildIds: readonly number[]) => {
      const presented = await presentBuilds(deps, await records.findSome(buildIds));
      return new Map(presented.map((build) => [build.build_id, build]));
    },

    /** Returns a build as what belongs to it names it. @throws NotFoundError */
    summaryOf: async (buildId: number): Promise<BuildSummary> => summarise(await getBuild(deps, buildId)),

    /** Returns a build that was found before as what belongs to it names it. */
    summarise,

    /** Returns those of some builds that are there, as what belongs to them names them, by their ids. */
    summariesOfSome: async (buildIds: readonly number[]): Promise<Map<number, BuildSummary>> => {
      const found = await records.findSome(buildIds);
      const names = await namesOfOwners(accounts, found);
      return new Map(found.map((build) => [build._id, summariseBuild(build, names)]));
    },
  };
}

/** Returns builds in their public representation. */
export async function presentBuilds(deps: ShowDeps, builds: readonly Build[]) {
  const context = await findContext(deps, builds);
  return builds.map((build) => presentBuild(build, context));
}

/** Finds the parts and the owners' names that the representations of some builds show. */
async function findContext(
  { catalogue, accounts }: ShowDeps,
  builds: readonly Build[],
): Promise<BuildContext> {
  const parts = forEachPart((): ReadonlyMap<number, Part> => new Map());
  const findParts = async (kind: PartKind) => {
    const ids = new Set(builds.flatMap((build) => build.parts[kind] ?? []));
    if (ids.size > 0) parts[kind] = await catalogue.findParts(kind, [...ids], { includeRemoved: true });
  };
  const [ownerNames] = await Promise.all([namesOfOwners(accounts, builds), ...partKinds.map(findParts)]);
  return { parts, ownerNames };
}

async function namesOfOwners(
  accounts: Pick<OwnerAccounts, "namesOf">,
  builds: readonly Pick<Build, "owner_id">[],
): Promise<ReadonlyMap<string, string>> {
  const ownerIds = [...new Set(builds.flatMap(({ owner_id }) => owner_id ?? []))];
  return ownerIds.length === 0 ? new Map() : accounts.namesOf(ownerIds);
}
