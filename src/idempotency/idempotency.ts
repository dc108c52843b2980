import type { Collection, Db } from "mongodb";
import type { Config } from "../config.ts";
import { DomainError, InvalidInputError, RefusedError } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";
import { isDuplicateKey } from "../infra/mongo.ts";

/** An answer that is repeated byte for byte. */
export interface KeptAnswer {
  json: string;
  /** For the header Location; null where what was made has no address of its own. */
  location: string | null;
}

/** Another request with the same key is still under way. Nothing of this one was stored. */
class RequestInFlightError extends DomainError {
  readonly code = "request_in_flight";
}

interface OnceOptions {
  /** Null where the client sent no key: the request is then carried out without any claim. */
  key: string | null;
  /** Digest of what is asked for. */
  fingerprint: string;
  /** Returns an id for what the request makes. All tries with one key make the same resource. */
  newResourceId: () => Promise<string> | string;
  /** Returns the answer of the request that made a resource, or null where it was not made. */
  findAnswer: (resourceId: string) => Promise<KeptAnswer | null>;
  /** Makes the resource under this id, once, however often it is called. */
  act: (resourceId: string) => Promise<KeptAnswer>;
}

/** A key, and until when one request alone may act under it. */
interface Claim {
  _id: string;
  fingerprint: string;
  resource_id: string;
  /** Until then no other request acts under the key. */
  lease_until: Date;
  expires_at: Date;
}

interface IdempotencyDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "IDEMPOTENCY_LEASE_MS" | "IDEMPOTENCY_HOURS">;
}

/** Requests that take effect once, however often they are sent. */
export type Idempotency = ReturnType<typeof createIdempotency>;

const HOUR_MS = 60 * 60 * 1000;

const claimsOf = (db: Db): Collection<Claim> => db.collection("idempotency_keys");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpIdempotency(db: Db): Promise<void> {
  await claimsOf(db).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
}

/** Idempotency keys in MongoDB, so that they outlive a loss of Redis. */
export function createIdempotency({ db, clock, config }: IdempotencyDeps) {
  const claims = claimsOf(db);
  return {
    /** Whether a request with this key was begun before. */
    isKnown: async (key: string | null): Promise<boolean> =>
      key !== null && (await claims.findOne({ _id: key })) !== null,

    /**
     * Returns the answer of the first request with this key, or acts and returns what `act` returns.
     * @throws RequestInFlightError while another request with the key is under way, InvalidInputError where that one asked
     * for something else, and whatever `act` throws
     */
    once: async (options: OnceOptions): Promise<KeptAnswer> => {
      const { key, newResourceId, findAnswer, act } = options;
      if (key === null) return act(await newResourceId());
      const { claim, isMine } = await claimKey(claims, { ...options, key, now: clock(), config });
      const kept = claim.resource_id === "" ? null : await findAnswer(claim.resource_id);
      if (kept) return kept;
      if (!isMine) throw inFlight();
      const mine = { _id: key, lease_until: claim.lease_until };
      try {
        return await act(claim.resource_id);
      } catch (error) {
        // A refusal is certain, so the key is free again. After any other error nobody knows whether the resource was made:
        // the next try goes on at once, under the same id.
        if (error instanceof RefusedError) await claims.deleteOne(mine);
        // Not awaited: where MongoDB itself is unavailable, the client would wait for it a second time.
        else void claims.updateOne(mine, { $set: { lease_until: clock() } }).catch(() => undefined);
        throw error;
      }
    },
  };
}

interface ClaimOptions extends Pick<OnceOptions, "fingerprint" | "newResourceId"> {
  key: string;
  now: Date;
  config: IdempotencyDeps["config"];
}

/** Claims the key, or finds out which request has it. */
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
      return { claim: { ...mine, resource_id: "" }, isMine: false };
    }
  }
  if (existing.fingerprint !== fingerprint) throw otherRequest();
  if (existing.lease_until > now) return { claim: existing, isMine: false };
  // The request that had the lease has died. The same resource id is used again: should that request wake up, one of the two
  // inserts fails.
  const old = { _id: key, lease_until: existing.lease_until };
  const { matchedCount } = await claims.updateOne(old, { $set: { lease_until } });
  return { claim: { ...existing, lease_until }, isMine: matchedCount === 1 };
}

function inFlight(): RequestInFlightError {
  return new RequestInFlightError(
    "Another request with this Idempotency-Key is under way. Send it again in a moment for its answer.",
  );
}

function otherRequest(): InvalidInputError {
  const detail = "This key was used for another request. Use a new key for each new request.";
  return new InvalidInputError([{ pointer: "/Idempotency-Key", detail }]);
}
