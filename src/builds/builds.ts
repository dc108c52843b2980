import { createHash } from "node:crypto";
import type { Db } from "mongodb";
import type { Config } from "../config.ts";
import { InvalidInputError, NotFoundError, type Fault } from "../errors.ts";
import type { Idempotency, KeptAnswer } from "../idempotency/idempotency.ts";
import type { Clock } from "../infra/clock.ts";
import type { Sweep } from "../infra/sweep.ts";
import { partKinds, type Build, type Part, type PartIds, type PartKind } from "./model/build.ts";
import { buildPolicy } from "./policies.ts";
import { presentBuild, type BuildContext } from "./presenter.ts";
import { createBuildsRepository, type BuildsRepository } from "./records/builds-repository.ts";
import { summariseRuns, type CompleteRun, type RunSummary } from "./summarise-runs.ts";

/** The catalogue as builds need it. Implemented by `products/catalogue/catalogue.ts`. */
interface PartsCatalogue {
  /** Returns the products with these ids; with `includeRemoved` also those that have left the catalogue. */
  findParts(
    kind: PartKind,
    ids: readonly number[],
    options?: { includeRemoved?: boolean },
  ): Promise<Map<number, Part>>;
}

/** The accounts as builds need them. Implemented by `accounts/accounts.ts`. */
interface OwnerNames {
  namesOf(accountIds: readonly string[]): Promise<Map<string, string>>;
}

/** The runs as builds need them. Implemented by `benchmarks/runs/runs.ts`. */
interface RunsOfBuilds {
  completeOf(buildId: number): Promise<CompleteRun[]>;
  /** Deletes all runs of a build, those that are not created yet included. */
  deleteOfBuild(buildId: number): Promise<void>;
}

interface BuildsDeps {
  db: Db;
  catalogue: PartsCatalogue;
  accounts: OwnerNames;
  runs: RunsOfBuilds;
  idempotency: Idempotency;
  clock: Clock;
  config: Pick<Config, "IDEMPOTENCY_HOURS">;
}

type StepDeps = BuildsDeps & { records: BuildsRepository };

/** What a client says of a build that it makes or changes. */
interface BuildFields {
  name: string;
  parts?: PartIds | undefined;
}

/** What a client changes; a field that it leaves out stays as it is. */
interface ChangedFields {
  name?: string | undefined;
  parts?: PartIds | undefined;
}

/** Builds: made by their owners, read by anybody. */
export type Builds = ReturnType<typeof createBuilds>;

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** A submission that passed the check of a build just before it was deleted is stored within this time. */
const LATE_SUBMISSION_MS = 10 * MINUTE_MS;
/** How long the document of a deleted build is kept at least. */
const MIN_KEPT_AFTER_DELETION_MS = 30 * 24 * HOUR_MS;
/** A request that is repeated just before its Idempotency-Key expires is carried out within this time. */
const REPLAY_MARGIN_MS = 24 * HOUR_MS;
const BATCH = 1000;

/** Builds over their collection. */
export function createBuilds(given: BuildsDeps) {
  const deps = { ...given, records: createBuildsRepository(given.db) };
  const { records, runs, clock } = deps;
  /** @throws NotFoundError */
  async function get(buildId: number): Promise<Build> {
    const build = await records.find(buildId);
    if (!build) throw new NotFoundError(`There is no build ${buildId}. POST /builds makes one.`);
    return build;
  }

  return {
    get,

    /** Returns builds in their public representation. */
    present: (builds: readonly Build[]) => present(deps, builds),

    /**
     * Makes a build for an account, once for each idempotency key.
     * @throws InvalidInputError naming each part that the catalogue does not have, and whatever Idempotency.once throws
     */
    create: (ownerId: string, fields: BuildFields, key: string | null): Promise<KeptAnswer> =>
      createBuild(deps, { ownerId, ...fields, key }),

    ...createOwnersActions(deps, get),

    /** @throws NotFoundError when there is no such build, NotAllowedError when it belongs to another account */
    requireAttachable: async (buildId: number, callerId: string): Promise<void> => {
      buildPolicy.require(callerId, "attach a result to", await get(buildId));
    },

    /** Returns one page of an account's builds, newest first, and how many the account has in all. */
    listOf: (ownerId: string, paging: { page: number; limit: number }) => records.listOf(ownerId, paging),

    /** Returns the figures of a build's complete runs. */
    summariesOf: async (buildId: number): Promise<RunSummary[]> =>
      summariseRuns(await runs.completeOf(buildId)),

    /** Stores a build without owner under its own id. Returns false where that id is an owned build's. */
    saveOwnerless: (build: { _id: number; name: string; parts: PartIds }): Promise<boolean> =>
      records.upsertOwnerless({ ...build, owner_id: null, created_at: clock() }),

    /** Deletes runs that were attached to a build while it was deleted, and after a while the document of the build. */
    sweep: { name: "deleted builds", run: () => sweepDeleted(deps) } satisfies Sweep,
  };
}

/** What the owner of a build does with it. */
function createOwnersActions(deps: StepDeps, get: (buildId: number) => Promise<Build>) {
  const { records, runs, clock } = deps;
  return {
    /** Changes a build of the caller. @throws NotFoundError, NotAllowedError, or InvalidInputError as for a new one */
    change: async (buildId: number, callerId: string, fields: ChangedFields): Promise<Build> => {
      buildPolicy.require(callerId, "change", await get(buildId));
      const { name, parts } = fields;
      if (parts) await requireKnownParts(deps, parts);
      const given = { ...(name !== undefined && { name }), ...(parts !== undefined && { parts }) };
      return (await records.update(buildId, given)) ?? get(buildId);
    },

    /** Deletes a build of the caller, and its runs and files with it. @throws NotFoundError, NotAllowedError */
    delete: async (buildId: number, callerId: string): Promise<void> => {
      buildPolicy.require(callerId, "delete", await get(buildId));
      await records.markDeleted(buildId, clock());
      await runs.deleteOfBuild(buildId);
    },
  };
}

async function sweepDeleted({ records, runs, clock, config }: StepDeps): Promise<number> {
  const ago = (ms: number) => new Date(clock().getTime() - ms);
  const deleted = await records.findDeletedSince(ago(LATE_SUBMISSION_MS), BATCH);
  for (const { _id } of deleted) await runs.deleteOfBuild(_id);
  // While an Idempotency-Key lives, a repeated request must find the build that it made, or it would make it again.
  const replayableMs = config.IDEMPOTENCY_HOURS * HOUR_MS + REPLAY_MARGIN_MS;
  await records.removeDeletedBefore(ago(Math.max(MIN_KEPT_AFTER_DELETION_MS, replayableMs)));
  return deleted.length;
}

interface NewBuild extends BuildFields {
  ownerId: string;
  key: string | null;
}

async function createBuild(
  deps: StepDeps,
  { ownerId, name, parts = {}, key }: NewBuild,
): Promise<KeptAnswer> {
  const { records, idempotency, clock } = deps;
  const answerOf = async (build: Build): Promise<KeptAnswer> => {
    const [presented] = build.answer === undefined ? await present(deps, [build]) : [];
    return { json: build.answer ?? JSON.stringify({ build: presented }), location: `/builds/${build._id}` };
  };
  return idempotency.once({
    key,
    fingerprint: createHash("sha256")
      .update(JSON.stringify([name, parts]))
      .digest("hex"),
    newResourceId: async () => String(await records.nextId()),
    findAnswer: async (id) => {
      const build = await records.findAlsoDeleted(Number(id));
      return build && answerOf(build);
    },
    act: async (id) => {
      const fields = { _id: Number(id), name, parts, owner_id: ownerId, created_at: clock() };
      const build: Build = { ...fields, answer: (await answerOf(fields)).json };
      await requireKnownParts(deps, parts);
      // The id may be taken by another try of the same request, or by an import.
      const isNew = await records.insert(build);
      const stored = isNew ? build : await records.findAlsoDeleted(build._id);
      if (stored?.owner_id !== ownerId) throw new Error(`the id of build ${build._id} was taken meanwhile`);
      return answerOf(stored);
    },
  });
}

/** Refuses parts that the catalogue does not have. @throws InvalidInputError */
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
  const context = await contextOf(deps, builds);
  return builds.map((build) => presentBuild(build, context));
}

/** Finds the products and the owners' names that some builds show. */
async function contextOf(
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
