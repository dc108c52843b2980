import { InvalidInputError, NotAllowedError, NotFoundError, type Fault } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";
import {
  partKinds,
  type Build,
  type BuildsRepository,
  type PartIds,
  type PartKind,
} from "./records/builds-repository.ts";
import type { BuildContext, Part } from "./presenter.ts";
import {
  summariseRuns,
  type BenchmarkDescription,
  type CompleteRun,
  type RunSummary,
} from "./summarise-runs.ts";

/** Builds: made by their owners, read by anybody. */
export interface Builds {
  /** An id for a build that is about to be made. */
  nextId(): Promise<number>;
  /**
   * Makes a build. Answers false where its id is taken: by another try of the same request, or by an import.
   * @throws InvalidInputError naming each part that the catalogue does not have
   */
  create(build: Build): Promise<boolean>;
  /** Changes a build of the caller. @throws NotFoundError, NotAllowedError, or InvalidInputError as for a new one */
  change(buildId: number, ownerId: string, fields: { name?: string; parts?: PartIds }): Promise<Build>;
  /** Deletes a build of the caller, and its runs and files with it. @throws NotFoundError, NotAllowedError */
  remove(buildId: number, ownerId: string): Promise<void>;
  /** Deletes what was attached to deleted builds meanwhile, and the builds themselves after a while. */
  sweepDeleted(): Promise<number>;
  /** A build, also one that was deleted not long ago. */
  findAlsoDeleted(buildId: number): Promise<Build | null>;
  /** @throws NotFoundError */
  get(buildId: number): Promise<Build>;
  /** The figures of a build's complete runs. */
  summaries(buildId: number): Promise<RunSummary[]>;
  listOf(
    ownerId: string,
    paging: { page: number; limit: number },
  ): Promise<{ builds: Build[]; total: number }>;
  /** The products and owners that some builds name. */
  contextOf(builds: readonly Build[]): Promise<BuildContext>;
  /** @throws NotFoundError when there is no such build, NotAllowedError when it is somebody else's */
  requireAttachable(buildId: number, accountId: string): Promise<void>;
}

/** What builds need of the other features. */
export interface BuildsParts {
  builds: BuildsRepository;
  clock: Clock;
  /** The products with these ids; with `includeRemoved` also those that have left the catalogue. */
  findParts: (
    kind: PartKind,
    ids: readonly number[],
    options?: { includeRemoved?: boolean },
  ) => Promise<Map<number, Part>>;
  ownerNames: (accountIds: readonly string[]) => Promise<Map<string, string>>;
  completeRunsOf: (buildId: number) => Promise<CompleteRun[]>;
  deleteRunsOf: (buildId: number) => Promise<void>;
  describeBenchmark: (benchmarkId: number) => BenchmarkDescription;
}

/** Builds over their collection. */
export function createBuilds(parts: BuildsParts): Builds {
  const { builds, ownerNames, completeRunsOf, describeBenchmark } = parts;

  async function get(buildId: number): Promise<Build> {
    const build = await builds.find(buildId);
    if (!build) throw new NotFoundError(`There is no build ${buildId}. POST /builds makes one.`);
    return build;
  }

  return {
    nextId: () => builds.nextId(),
    create: async (build) => {
      await requireKnownParts(parts, build.parts);
      return builds.insert(build);
    },
    findAlsoDeleted: (buildId) => builds.findAlsoDeleted(buildId),
    get,
    ...createOwnersActions(parts, get),
    summaries: async (buildId) => summariseRuns(await completeRunsOf(buildId), describeBenchmark),
    listOf: (ownerId, paging) => builds.listOf(ownerId, paging),
    contextOf: async (some) => ({
      parts: await partsOf(parts, some),
      ownerNames: await ownerNames([...new Set(some.flatMap(({ owner_id }) => owner_id ?? []))]),
    }),
    requireAttachable: async (buildId, accountId) => {
      const { owner_id } = await get(buildId);
      if (owner_id === null || owner_id === accountId) return;
      throw new NotAllowedError(
        `Build ${buildId} belongs to another account. Attach the result to a build of yours.`,
      );
    },
  };
}

/** A submission that passed the check of a build just before it was deleted is stored within this time. */
const LATE_SUBMISSION_MS = 10 * 60 * 1000;
/** The answer that made a build is repeated for as long as an Idempotency-Key is kept, also when it was deleted since. */
const KEPT_AFTER_DELETION_MS = 30 * 24 * 60 * 60 * 1000;
const BATCH = 1000;

function createOwnersActions(
  parts: BuildsParts,
  get: Builds["get"],
): Pick<Builds, "change" | "remove" | "sweepDeleted"> {
  const { builds, clock, deleteRunsOf } = parts;

  async function requireOwn(buildId: number, ownerId: string): Promise<void> {
    const { owner_id } = await get(buildId);
    if (owner_id !== ownerId)
      throw new NotAllowedError(`Build ${buildId} is not yours: only its owner may change it.`);
  }

  return {
    change: async (buildId, ownerId, fields) => {
      await requireOwn(buildId, ownerId);
      if (fields.parts) await requireKnownParts(parts, fields.parts);
      return (await builds.update(buildId, fields)) ?? get(buildId);
    },
    remove: async (buildId, ownerId) => {
      await requireOwn(buildId, ownerId);
      await builds.markDeleted(buildId, clock());
      await deleteRunsOf(buildId);
    },
    sweepDeleted: async () => {
      const ago = (ms: number) => new Date(clock().getTime() - ms);
      const deleted = await builds.findDeletedSince(ago(LATE_SUBMISSION_MS), BATCH);
      for (const { _id } of deleted) await deleteRunsOf(_id);
      await builds.removeDeletedBefore(ago(KEPT_AFTER_DELETION_MS));
      return deleted.length;
    },
  };
}

/** Refuses parts that the catalogue does not have. @throws InvalidInputError */
async function requireKnownParts({ findParts }: Pick<BuildsParts, "findParts">, ids: PartIds): Promise<void> {
  const faults = await Promise.all(
    partKinds.map(async (kind): Promise<Fault[]> => {
      const id = ids[kind];
      if (id === undefined || (await findParts(kind, [id])).has(id)) return [];
      return [{ pointer: `/parts/${kind}`, detail: `The catalogue has no ${kind} with the id ${id}.` }];
    }),
  );
  if (faults.flat().length > 0) throw new InvalidInputError(faults.flat());
}

async function partsOf({ findParts }: BuildsParts, builds: readonly Build[]): Promise<BuildContext["parts"]> {
  const partsOfKind = async (kind: PartKind) => {
    const ids = new Set(builds.flatMap((build) => build.parts[kind] ?? []));
    return ids.size === 0 ? new Map<number, Part>() : findParts(kind, [...ids], { includeRemoved: true });
  };
  const [cpu, gpu, ram, motherboard] = await Promise.all([
    partsOfKind("cpu"),
    partsOfKind("gpu"),
    partsOfKind("ram"),
    partsOfKind("motherboard"),
  ]);
  return { cpu, gpu, ram, motherboard };
}
