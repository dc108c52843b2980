import type { Accounts } from "../accounts/index.ts";
import type { Actor } from "../authorization.ts";
import type { Config } from "../config.ts";
import { AccountGoneError, InvalidInputError, type Fault } from "../errors.ts";
import {
  answerOnce,
  requireSameRequest,
  type Idempotency,
  type StoredAnswer,
} from "../idempotency/idempotency.ts";
import type { Clock } from "../infra/clock.ts";
import { digestOfJson } from "../infra/digest.ts";
import type { SecurityEvents } from "../infra/security-events.ts";
import { partKinds } from "../kinds/kinds.ts";
import type { Catalogue } from "../products/index.ts";
import type { Standings } from "../standings/index.ts";
import type { Build, PartChanges, PartIds } from "./model/build.ts";
import { buildPolicy } from "./policies.ts";
import type { BuildsRepository } from "./records/builds-repository.ts";
import { getBuild, presentChecked, type ShowDeps } from "./show-builds.ts";

/** The dependencies of the functions that create, change and delete builds. */
export interface ChangeDeps extends Pick<ShowDeps, "buildParts"> {
  buildsRepository: BuildsRepository;
  catalogue: Pick<Catalogue, "findParts">;
  accounts: Pick<Accounts, "requireActive" | "namesOf">;
  standings: Pick<Standings, "markBuildChanged">;
  idempotency: Pick<Idempotency, "claim" | "renew" | "forget">;
  clock: Clock;
  securityEvents: SecurityEvents;
  config: Pick<Config, "PUBLIC_URL" | "MAX_BUILDS">;
}

/** The fields that a client sends to create a build. */
interface BuildFields {
  name: string;
  description?: string | undefined;
  parts?: PartIds | undefined;
}

/** The fields of a build that a client changes. Fields and parts that the request leaves out stay as they are. */
interface ChangedFields {
  name?: string | undefined;
  /** The new description of the build; an empty text removes the description. */
  description?: string | undefined;
  parts?: PartChanges | undefined;
}

/** Creates the methods by which owners create, change and delete builds. */
export function createOwnerActions(deps: ChangeDeps) {
  const { buildsRepository, standings, clock, securityEvents } = deps;
  return {
    /**
     * Creates a build for an account, once for each idempotency key.
     * @throws InvalidInputError if the account has MAX_BUILDS builds already, if the catalogue lacks a part (the error
     * names each such part), or if the key belongs to a request with other content
     */
    create: (ownerId: string, fields: BuildFields, key: string | null): Promise<StoredAnswer> =>
      createBuild(deps, { ownerId, ...fields, key }),

    /**
     * Changes a build of the caller, and returns the changed build.
     * @throws NotFoundError; NotAllowedError if the build belongs to another account; InvalidInputError, which names
     *   each part that the catalogue does not have
     */
    change: async (buildId: number, caller: Actor, changes: ChangedFields): Promise<Build> => {
      const { parts = {} } = changes;
      buildPolicy.require(caller, "change a build", await getBuild(deps, buildId, caller));
      await requireKnownParts(deps, parts);
      const changed = await buildsRepository.update(buildId, changes);
      if (Object.keys(parts).length > 0) await standings.markBuildChanged(buildId);
      return changed ?? getBuild(deps, buildId, caller);
    },

    /**
     * Deletes a build: from then on nobody sees the build or its runs, and a sweep removes the runs with their files.
     * If an admin deletes the build, the deletion is logged as a security event, with the client's address.
     * @throws NotFoundError; NotAllowedError if the caller is neither the owner nor an admin
     */
    delete: async (buildId: number, caller: Actor, address: string): Promise<void> => {
      const build = await getBuild(deps, buildId, caller);
      buildPolicy.require(caller, "delete a build", build);
      await buildsRepository.markDeleted([buildId], clock());
      await standings.markBuildChanged(buildId);
      const { account_id, role } = caller;
      const { owner_id } = build;
      if (role === "admin")
        securityEvents.record("deleted_by_admin", { account_id, address, owner_id, build_id: buildId });
    },
  };
}

interface NewBuild extends BuildFields {
  ownerId: string;
  key: string | null;
}

async function createBuild(deps: ChangeDeps, request: NewBuild): Promise<StoredAnswer> {
  const { buildsRepository, idempotency, config } = deps;
  const { name, parts = {}, description = "" } = request;
  const fingerprint = digestOfJson([name, parts, ...(description === "" ? [] : [description])]);
  const claim = await idempotency.claim(request.key, String(await buildsRepository.nextId()));
  const buildId = Number(claim.resourceId);
  const answerOf = ({ answer = "", fingerprint: stored, owner_id }: Build): StoredAnswer => {
    if (owner_id !== request.ownerId) throw new Error(`an import has taken the id of build ${buildId}`);
    // An older version of the service stored builds without fingerprints. Treat every request with the idempotency key
    // of such a build as a repetition, because no fingerprint can tell requests apart.
    requireSameRequest({ stored: stored ?? fingerprint, sent: fingerprint });
    return { json: answer, location: `${config.PUBLIC_URL}/builds/${buildId}` };
  };
  const findAnswer = async () => {
    const stored = await buildsRepository.findAlsoDeleted(buildId);
    return stored && answerOf(stored);
  };
  const kept = claim.isFirst ? null : await findAnswer();
  if (kept) return kept;
  await idempotency.renew(claim);
  return answerOnce(claim, findAnswer, async () => {
    const build = await storeBuild(deps, { ...request, buildId, fingerprint });
    // Another request with the same idempotency key may have stored the build already.
    const answer = build ? answerOf(build) : await findAnswer();
    if (!answer) throw new Error(`build ${buildId} was removed while it was created`);
    return answer;
  });
}

/**
 * Stores a build together with the answer to the request that created it. Returns null if another build has the same
 * id.
 */
async function storeBuild(
  deps: ChangeDeps,
  { ownerId, buildId, fingerprint, ...request }: NewBuild & { buildId: number; fingerprint: string },
): Promise<Build | null> {
  const { name, description = "", parts = {} } = request;
  const fields = {
    _id: buildId,
    name,
    ...(description !== "" && { description }),
    parts,
    owner_id: ownerId,
    created_at: deps.clock(),
    listed: 1 as const,
  };
  const presented = await presentChecked(deps, fields);
  const build: Build = { ...fields, answer: JSON.stringify({ build: presented }), fingerprint };
  await requireKnownParts(deps, parts);
  await requireRoom(deps, ownerId);
  const isNew = await deps.buildsRepository.insert(build);
  await requireOwner(deps, build);
  return isNew ? build : null;
}

/**
 * Removes a new build if the deletion of its owner's account began before the build was stored. Such a deletion may
 * have listed the owner's builds too early to find the new build.
 * @throws AccountGoneError
 */
async function requireOwner(
  { accounts, buildsRepository, idempotency }: ChangeDeps,
  { _id, owner_id }: Build,
): Promise<void> {
  if (owner_id === null) return;
  try {
    await accounts.requireActive(owner_id);
  } catch (error) {
    if (error instanceof AccountGoneError) {
      await buildsRepository.removeOf(owner_id, [_id]);
      await idempotency.forget([String(_id)]);
    }
    throw error;
  }
}

/**
 * Checks that an account may have one more build. Parallel requests may exceed the limit slightly: the limit only
 * bounds the cost of counting builds.
 * @throws InvalidInputError if the account has MAX_BUILDS builds already
 */
async function requireRoom({ buildsRepository, config }: ChangeDeps, ownerId: string): Promise<void> {
  const limit = config.MAX_BUILDS;
  if ((await buildsRepository.countOf(ownerId, limit)) < limit) return;
  const detail =
    `You have ${limit} builds, the maximum of an account. ` +
    "Delete a build that you no longer need (DELETE /builds/<build_id>), then send the request again.";
  throw new InvalidInputError([{ pointer: "", detail }]);
}

/** Checks that the catalogue has the parts of a build. @throws InvalidInputError, which names each missing part */
async function requireKnownParts({ catalogue }: ChangeDeps, ids: PartChanges): Promise<void> {
  const faults = await Promise.all(
    partKinds.map(async (kind): Promise<Fault[]> => {
      const id = ids[kind];
      if (id === undefined || id === null || (await catalogue.findParts(kind, [id])).has(id)) return [];
      return [{ pointer: `/parts/${kind}`, detail: `There is no ${kind} with the id ${id}.` }];
    }),
  );
  if (faults.flat().length > 0) throw new InvalidInputError(faults.flat());
}
