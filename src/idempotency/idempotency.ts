import type { Collection, Db } from "mongodb";
import type { Config } from "../config.ts";
import { DomainError, InvalidInputError, RefusedError } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";
import { isDuplicateKey } from "../infra/mongo.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Requests that take effect once, however often they are sent. */
export type Idempotency = ReturnType<typeof createIdempotency>;

/** Creates the service of idempotency keys. It keeps them in MongoDB, so that they survive a loss of Redis. */
export function createIdempotency({ db, clock, config }: IdempotencyDeps) {
  const claims = claimsOf(db);
  return {
    /** Forgets the keys of the requests that created these resources, because their account is deleted. */
    forget: async (resourceIds: readonly string[]): Promise<void> => {
      await claims.deleteMany({ resource_id: { $in: [...resourceIds] } });
    },

    /** Returns the id of the resource that an earlier request with this key creates, or has created; null where there is none. */
    resourceOf: async (key: string | null): Promise<string | null> =>
      key === null ? null : ((await claims.findOne({ _id: key }))?.resource_id ?? null),

    /**
     * Carries out a request once. Returns the answer of an earlier request with the same key, or otherwise the result of
     * `act`.
     * @throws RequestInFlightError while another request with the key is under way; InvalidInputError where the key belongs to
     * a request for something else; or the error of `act`
     */
    once: async (options: OnceOptions): Promise<KeptAnswer> => {
      const { key, newResourceId, findAnswer, act } = options;
      if (key === null) return act(await newResourceId());
      const { claim, isMine } = await claimKey(claims, { ...options, key, now: clock(), config });
      const kept = await findAnswer(claim.resource_id);
      if (kept) return kept;
      if (!isMine) throw requestInFlight();
      const mine = { _id: key, lease_until: claim.lease_until };
      try {
        return await act(claim.resource_id);
      } catch (error) {
        // A refused request has certainly stored nothing, so its key is free again. After any other error the resource may or
        // may not exist: the claim stays, so that the next try uses the same resource id, but its lease ends at once.
        if (error instanceof RefusedError) {
          // Another request with the key may have created it meanwhile, after its own lease had run out.
          const created = await findAnswer(claim.resource_id);
          if (created) return created;
          await claims.deleteOne(mine);
        }
        // Not awaited: where MongoDB is unavailable, the client would have to wait for it a second time.
        else void claims.updateOne(mine, { $set: { lease_until: clock() } }).catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Creates the collection's indexes. May run any number of times. */
export async function setUpIdempotency(db: Db): Promise<void> {
  await claimsOf(db).createIndexes([
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    { key: { resource_id: 1 } },
  ]);
}

const claimsOf = (db: Db): Collection<Claim> => db.collection("idempotency_keys");

/** The answer to a request, which every repetition of the request gets byte for byte. */
export interface KeptAnswer {
  json: string;
  /** The value of the header Location; null where the created resource has no address of its own. */
  location: string | null;
}

/** Another request with the same key is still under way. Nothing of the present request was stored. */
class RequestInFlightError extends DomainError {
  readonly code = "request_in_flight";
  override readonly retryAfterSeconds = 1;
}

interface OnceOptions {
  /** Null where the client sent no key; then the request is carried out without a claim. */
  key: string | null;
  /** Digest of what the request asks for: one key may not be used for two different requests. */
  fingerprint: string;
  /** Returns an id for the resource that the request creates. All tries with one key use the id of the first try. */
  newResourceId: () => Promise<string> | string;
  /** Returns the answer of the request that created the resource with this id, or null where there is none. */
  findAnswer: (resourceId: string) => Promise<KeptAnswer | null>;
  /** Creates the resource with this id. Called again, even at the same time, it must not create a second one. */
  act: (resourceId: string) => Promise<KeptAnswer>;
}

/** The claim of a request on a key, as it is stored. */
interface Claim {
  /** The key. */
  _id: string;
  fingerprint: string;
  resource_id: string;
  /** Until this moment only the request that holds the lease acts under the key. */
  lease_until: Date;
  /** After this moment the key is forgotten. */
  expires_at: Date;
}

interface IdempotencyDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "IDEMPOTENCY_LEASE_MS" | "IDEMPOTENCY_HOURS">;
}

interface ClaimOptions extends Pick<OnceOptions, "fingerprint" | "newResourceId"> {
  key: string;
  now: Date;
  config: IdempotencyDeps["config"];
}

/**
 * Claims the key for this request. Where another request holds the lease, returns that claim and `isMine` false; where it has
 * claimed the key at this very moment, a claim with an id that no resource has.
 * @throws InvalidInputError where the key belongs to a request for something else
 */
async function claimKey(
  claims: Collection<Claim>,
  { key, fingerprint, newResourceId, now, config }: ClaimOptions,
) {
  const lease_until = new Date(now.getTime() + config.IDEMPOTENCY_LEASE_MS);
  const existing = await claims.findOne({ _id: key });
  if (!existing) {
    const expires_at = new Date(now.getTime() + config.IDEMPOTENCY_HOURS * HOUR_MS);
    const mine = { _id: key, fingerprint, resource_id: await newResourceId(), lease_until, expires_at };
    try {
      await claims.insertOne(mine);
      return { claim: mine, isMine: true };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return { claim: mine, isMine: false };
    }
  }
  if (existing.fingerprint !== fingerprint) throw keyOfAnotherRequest();
  if (existing.lease_until > now) return { claim: existing, isMine: false };
  // The lease ran out, so its holder counts as dead. This request uses the same resource id: should the holder wake up, only
  // one of the two can insert the resource.
  const old = { _id: key, lease_until: existing.lease_until };
  const { matchedCount } = await claims.updateOne(old, { $set: { lease_until } });
  return { claim: { ...existing, lease_until }, isMine: matchedCount === 1 };
}

function requestInFlight(): RequestInFlightError {
  return new RequestInFlightError(
    "Another request with this Idempotency-Key is under way. Send it again in a moment for its answer.",
  );
}

function keyOfAnotherRequest(): InvalidInputError {
  const detail = "This key was used for another request. Use a new key for each new request.";
  return new InvalidInputError([{ pointer: "/Idempotency-Key", detail }]);
}
