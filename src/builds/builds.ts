import { InvalidInputError, NotAllowedError, NotFoundError } from "../errors.ts";
import type { Fault } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";
import { partKinds } from "./builds-repository.ts";
import type { Build, BuildsRepository, PartIds, PartKind } from "./builds-repository.ts";
import type { BuildContext, Part } from "./presenter.ts";
import { summariseRuns } from "./summarise-runs.ts";
import type { BenchmarkDescription, CompleteRun, RunSummary } from "./summarise-runs.ts";

/** Builds: made by their owners, read by anybody. */
export interface Builds {
  /** @throws InvalidInputError naming each part that the catalogue does not have */
  create(ownerId: string, fields: { name: string; parts: PartIds }): Promise<Build>;
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
  findParts: (kind: PartKind, ids: readonly number[]) => Promise<Map<number, Part>>;
  ownerNames: (accountIds: readonly string[]) => Promise<Map<string, string>>;
  completeRunsOf: (buildId: number) => Promise<CompleteRun[]>;
  describeBenchmark: (benchmarkId: number) => BenchmarkDescription;
}

/** Builds over their collection. */
export function createBuilds(parts: BuildsParts): Builds {
  const { builds, clock, ownerNames, completeRunsOf, describeBenchmark } = parts;

  async function get(buildId: number): Promise<Build> {
    const build = await builds.find(buildId);
    if (!build) throw new NotFoundError(`There is no build ${buildId}. POST /builds makes one.`);
    return build;
  }

  return {
    create: async (ownerId, fields) => {
      await requireKnownParts(parts, fields.parts);
      return builds.insert({ ...fields, owner_id: ownerId, created_at: clock() });
    },
    get,
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

/** Refuses parts that the catalogue does not have. @throws InvalidInputError */
export async function requireKnownParts(
  { findParts }: Pick<BuildsParts, "findParts">,
  ids: PartIds,
): Promise<void> {
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
    return ids.size === 0 ? new Map<number, Part>() : findParts(kind, [...ids]);
  };
  const [cpu, gpu, ram, motherboard] = await Promise.all([
    partsOfKind("cpu"),
    partsOfKind("gpu"),
    partsOfKind("ram"),
    partsOfKind("motherboard"),
  ]);
  return { cpu, gpu, ram, motherboard };
}
