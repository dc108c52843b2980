import { fileOfObjects, inPages, type AccountData } from "../account-data.ts";
import type { Actor } from "../authorization.ts";
import { AccountGoneError, InvalidInputError, NotFoundError, type Fault } from "../errors.ts";
import type { Idempotency, KeptAnswer } from "../idempotency/idempotency.ts";
import { digestOfJson } from "../infra/digest.ts";
import type { Sweep } from "../infra/sweep.ts";
import { partKinds, type Build, type Part, type PartIds, type PartKind } from "./model/build.ts";
import { buildPolicy } from "./policies.ts";
import { presentBuild, type BuildContext, type RunSummary } from "./presenter.ts";
import { removeBuildsOf, removeDeleted, type DeletionDeps } from "./remove-deleted.ts";

const BUILDS_A_PAGE = 200;
/** How long one round counts builds at most; the next round continues. */
const COUNT_MS = 5000;

/** The builds. Their owners create and change them, and anybody may read them. */
export type Builds = ReturnType<typeof createBuilds>;

/** Creates the service of builds. */
export function createBuilds(deps: BuildsDeps) {
  const { records, clock } = deps;

  /** @throws NotFoundError */
  async function get(buildId: number): Promise<Build> {
    const build = await records.find(buildId);
    if (!build) throw new NotFoundError(`There is no build ${buildId}. POST /builds makes one.`);
    return build;
  }

  return {
    get,

    ...createPublicReads(deps),

    /**
     * Creates a build for an account, once for each idempotency key.
     * @throws InvalidInputError naming each part that the catalogue does not have; or the errors of `Idempotency.once`
     */
    create: (ownerId: string, fields: BuildFields, key: string | null): Promise<KeptAnswer> =>
      createBuild(deps, { ownerId, ...fields, key }),

    ...createOwnerActions(deps, get),

    /**
     * Checks that a caller may attach results to a build.
     * @throws NotFoundError when there is no such build, NotAllowedError when it belongs to another account
     */
    requireAttachable: async (buildId: number, caller: Actor): Promise<void> => {
      buildPolicy.require(caller, "attach a result to a build", await get(buildId));
    },

    /** Returns one page of an account's builds, newest first, and how many the account has in all. */
    listOf: (ownerId: string, paging: { page: number; limit: number }) => records.listOf(ownerId, paging),

    ...createFigureReads(deps),

    /** Stores a build without owner under a given id. Returns false where that id belongs to a build with an owner. */
    saveOwnerless: (build: { _id: number; name: string; parts: PartIds }): Promise<boolean> =>
      records.upsertOwnerless({ ...build, owner_id: null, created_at: clock(), listed: 1 }),

    accountData: {
      name: "builds",
      removeAllOf: (accountId: string) => removeBuildsOf(deps, accountId),
      exportAllOf: async function* (accountId: string) {
        const limit = BUILDS_A_PAGE;
        const builds = inPages((afterId?: number) => records.findOfOwner(accountId, { limit, afterId }));
        yield fileOfObjects("builds.json", builds);
      },
    } satisfies AccountData,

    ...createSweeps(deps),
  };
}

/** What the runs of a build come to. */
function createFigureReads({ figures, standings }: BuildsDeps) {
  return {
    /** Returns the figures of a build's complete runs. */
    summariesOf: (buildId: number): Promise<RunSummary[]> => figures.summariesOf(buildId),

    /**
     * Returns where the ranked runs behind such figures stand, in their order: null where none is ranked; undefined where nobody can tell
     * for now.
     */
    standingsOf: (build: Build, summaries: readonly RunSummary[]) => standings.ofBuild(build, summaries),
  };
}

/** Builds as everybody sees them. */
function createPublicReads(deps: BuildsDeps) {
  return {
    /** Returns builds in their public representation. */
    present: (builds: readonly Build[]) => present(deps, builds),

    /** Returns those of some builds that are there, in their public representation, by their ids. */
    presentSome: async (buildIds: readonly number[]) => {
      const presented = await present(deps, await deps.records.findSome(buildIds));
      return new Map(presented.map((build) => [build.build_id, build]));
    },
  };
}

/** The sweeps over builds. */
function createSweeps(deps: DeletionDeps) {
  return {
    /** Removes the runs of deleted builds, and the documents of long deleted builds. */
    sweep: {
      name: "deleted builds",
      run: (signal?: AbortSignal) => removeDeleted(deps, signal),
    } satisfies Sweep,

    /** Counts the builds that were made or deleted since its last round. */
    countSweep: {
      name: "counts of builds",
      // Done all day long, this is nothing that a dead process left: the log needs no line.
      run: async () => {
        await deps.records.sumUpAll(COUNT_MS);
        return 0;
      },
    } satisfies Sweep,
  };
}

/** The catalogue as builds need it. Implemented by `products/catalogue/catalogue.ts`. */
interface PartsCatalogue {
  /** Returns the products with these ids; with `includeRemoved` also those that were removed from the catalogue. */
  findParts(
    kind: PartKind,
    ids: readonly number[],
    options?: { includeRemoved?: boolean },
  ): Promise<Map<number, Part>>;
}

/** The accounts as builds need them. Implemented by `accounts/accounts.ts`. */
interface OwnerAccounts {
  /** @throws AccountGoneError where the account is deleted, or is being deleted */
  requireActive(accountId: string): Promise<void>;
  /** Returns the names of accounts by their ids. */
  namesOf(accountIds: readonly string[]): Promise<Map<string, string>>;
}

/** The figures as builds need them. Implemented by `benchmarks/figures/figures.ts`. */
interface FiguresOfBuilds {
  /** Returns the figures of a build's complete runs. */
  summariesOf(buildId: number): Promise<RunSummary[]>;
}

/** The standings as builds need them. Implemented by `standings/standings.ts`. */
interface StandingsOfBuilds {
  /** Returns where a build's ranked runs of some benchmarks and variants stand, in their order. */
  ofBuild(
    build: Build,
    groups: readonly { benchmark_id: number; variant: string | null }[],
  ): Promise<(object | null)[] | undefined>;
}

interface BuildsDeps extends DeletionDeps {
  standings: DeletionDeps["standings"] & StandingsOfBuilds;
  catalogue: PartsCatalogue;
  accounts: OwnerAccounts;
  figures: FiguresOfBuilds;
  idempotency: Idempotency;
}

/** What a client states of a new build. */
interface BuildFields {
  name: string;
  parts?: PartIds | undefined;
}

/** What a client changes of a build. A field that it leaves out stays as it is; `parts` is replaced as a whole. */
interface ChangedFields {
  name?: string | undefined;
  parts?: PartIds | undefined;
}

/** What not everybody may do with a build. */
function createOwnerActions(deps: BuildsDeps, get: (buildId: number) => Promise<Build>) {
  const { records, standings, clock } = deps;
  return {
    /**
     * Changes a build of the caller. Returns the changed build.
     * @throws NotFoundError, NotAllowedError; or InvalidInputError naming each part that the catalogue does not have
     */
    change: async (buildId: number, caller: Actor, fields: ChangedFields): Promise<Build> => {
      buildPolicy.require(caller, "change a build", await get(buildId));
      const { name, parts } = fields;
      if (parts) await requireKnownParts(deps, parts);
      const changes = { ...(name !== undefined && { name }), ...(parts !== undefined && { parts }) };
      const changed = await records.update(buildId, changes);
      if (parts) await standings.noteBuildChange(buildId);
      return changed ?? get(buildId);
    },

    /**
     * Deletes a build: from then on nobody sees it or its runs. A sweep removes them, with their files.
     * @throws NotFoundError, NotAllowedError
     */
    delete: async (buildId: number, caller: Actor): Promise<void> => {
      buildPolicy.require(caller, "delete a build", await get(buildId));
      await records.markDeleted([buildId], clock());
      await standings.noteBuildChange(buildId);
    },
  };
}

async function createBuild(
  deps: BuildsDeps,
  { ownerId, name, parts = {}, key }: NewBuild,
): Promise<KeptAnswer> {
  const { records, idempotency, clock } = deps;
  const answerOf = async (build: Build): Promise<KeptAnswer> => {
    const [presented] = build.answer === undefined ? await present(deps, [build]) : [];
    return { json: build.answer ?? JSON.stringify({ build: presented }), location: `/builds/${build._id}` };
  };
  return idempotency.once({
    key,
    fingerprint: digestOfJson([name, parts]),
    newResourceId: async () => String(await records.nextId()),
    findAnswer: async (id) => {
      const build = await records.findAlsoDeleted(Number(id));
      return build && answerOf(build);
    },
    act: async (id) => {
      const fields = {
        _id: Number(id),
        name,
        parts,
        owner_id: ownerId,
        created_at: clock(),
        listed: 1 as const,
      };
      const build: Build = { ...fields, answer: (await answerOf(fields)).json };
      await requireKnownParts(deps, parts);
      // Another try of the same request may have stored the build already. An import may also have taken the id.
      const isNew = await records.insert(build);
      await requireOwner(deps, build);
      const stored = isNew ? build : await records.findAlsoDeleted(build._id);
      if (stored?.owner_id !== ownerId) throw new Error(`the id of build ${build._id} was taken meanwhile`);
      return answerOf(stored);
    },
  });
}

/**
 * Takes a build back whose owner's deletion began before it was stored, since that deletion may have looked for builds earlier.
 * @throws AccountGoneError
 */
async function requireOwner({ accounts, records }: BuildsDeps, { _id, owner_id }: Build): Promise<void> {
  if (owner_id === null) return;
  try {
    await accounts.requireActive(owner_id);
  } catch (error) {
    if (error instanceof AccountGoneError) await records.removeOf(owner_id, [_id]);
    throw error;
  }
}

interface NewBuild extends BuildFields {
  ownerId: string;
  key: string | null;
}

/** @throws InvalidInputError naming each part that the catalogue does not have */
async function requireKnownParts({ catalogue }: BuildsDeps, ids: PartIds): Promise<void> {
  const faults = await Promise.all(
    partKinds.map(async (kind): Promise<Fault[]> => {
      const id = ids[kind];
      if (id === undefined || (await catalogue.findParts(kind, [id])).has(id)) return [];
      return [{ pointer: `/parts/${kind}`, detail: `The catalogue has no ${kind} with the id ${id}.` }];
    }),
  );
  if (faults.flat().length > 0) throw new InvalidInputError(faults.flat());
}

async function present(deps: BuildsDeps, builds: readonly Build[]) {
  const context = await findContext(deps, builds);
  return builds.map((build) => presentBuild(build, context));
}

/** Finds the parts and the owners' names that the representations of some builds show. */
async function findContext(
  { catalogue, accounts }: BuildsDeps,
  builds: readonly Build[],
): Promise<BuildContext> {
  const partsOfKind = async (kind: PartKind) => {
    const ids = new Set(builds.flatMap(({ parts }) => parts[kind] ?? []));
    if (ids.size === 0) return new Map<number, Part>();
    return catalogue.findParts(kind, [...ids], { includeRemoved: true });
  };
  const ownerIds = [...new Set(builds.flatMap(({ owner_id }) => owner_id ?? []))];
  const [cpu, gpu, ram, motherboard, ownerNames] = await Promise.all([
    partsOfKind("cpu"),
    partsOfKind("gpu"),
    partsOfKind("ram"),
    partsOfKind("motherboard"),
    accounts.namesOf(ownerIds),
  ]);
  return { parts: { cpu, gpu, ram, motherboard }, ownerNames };
}
