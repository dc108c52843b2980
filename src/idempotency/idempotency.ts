import type { Collection, Db } from "mongodb";
import { InvalidInputError, RefusedError } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";
import { isDuplicateKey } from "../infra/mongo.ts";

/**
 * How long an Idempotency-Key is stored, in ms: a request that is repeated within this time gets the answer of the
 * first request.
 */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;

/** The service that makes a request take effect only once, even if its client repeats it. */
export type Idempotency = ReturnType<typeof createIdempotency>;

/**
 * Creates the service of idempotency keys. A key is stored with the id of one resource, and every request with the key
 * uses this id: one request inserts the resource, and all others find it, even if they are simultaneous. The resource
 * itself stores its answer and the fingerprint of its request, so a stored key needs neither a state nor a lock. Keys
 * are stored in MongoDB, so that they survive a loss of Redis.
 */
export function createIdempotency({ db, clock }: { db: Db; clock: Clock }) {
  const keys = keysOf(db);
  const expiry = () => new Date(clock().getTime() + IDEMPOTENCY_MS);
  return {
    /** Removes the idempotency keys of the requests that created the given resources of a deleted account. */
    forget: async (resourceIds: readonly string[]): Promise<void> => {
      await keys.deleteMany({ resource_id: { $in: [...resourceIds] } });
    },

    /**
     * Assigns an idempotency key to a resource with a new id, unless an earlier request has assigned the key to another
     * resource.
     * @param key null if the client sent no key; in this case nothing is stored
     * @returns the id of the resource that all requests with the key create
     */
    claim: async (key: string | null, newId: string): Promise<Claim> => {
      if (key === null) return { key, resourceId: newId, isFirst: true };
      try {
        await keys.insertOne({ _id: key, resource_id: newId, expires_at: expiry() });
        return { key, resourceId: newId, isFirst: true };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const earlier = await keys.findOne({ _id: key });
      // If no document is found, the idempotency key of the earlier request has expired between the insertion and this
      // query.
      if (!earlier) return { key, resourceId: newId, isFirst: true };
      return { key, resourceId: earlier.resource_id, isFirst: false };
    },

    /**
     * Stores the idempotency key of a repeated request for another IDEMPOTENCY_MS, because no earlier request with the
     * key has stored a resource.
     */
    renew: async ({ key, isFirst }: Claim): Promise<void> => {
      if (key !== null && !isFirst) await keys.updateOne({ _id: key }, { $set: { expires_at: expiry() } });
    },
  };
}

/** Creates the indexes of the collection of idempotency keys. The function may be called any number of times. */
export async function setUpIdempotency(db: Db): Promise<void> {
  await keysOf(db).createIndexes([
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    { key: { resource_id: 1 } },
  ]);
}

const keysOf = (db: Db): Collection<StoredKey> => db.collection("idempotency_keys");

/** The idempotency key of a request, and the id of the resource that is stored with the key. */
export interface Claim {
  /**
   * A digest of the account, the method, the path and the Idempotency-Key of the request; null if the client sent no
   * key.
   */
  key: string | null;
  /** The id of the resource that every request with the idempotency key creates or finds. */
  resourceId: string;
  /** Whether no earlier request has used the idempotency key. */
  isFirst: boolean;
}

/** The answer to a request, which every repetition of the request gets byte for byte. */
export interface StoredAnswer {
  json: string;
  /** The value of the header Location; null if the created resource has no address of its own. */
  location: string | null;
}

/**
 * Requires that a request has the same content as the request that created the resource of its idempotency key.
 * @param fingerprints digests of the contents of both requests
 * @throws InvalidInputError
 */
export function requireSameRequest(fingerprints: { stored: string | undefined; sent: string }): void {
  if (fingerprints.stored === fingerprints.sent) return;
  const detail =
    "The Idempotency-Key was used for another request. Use a new Idempotency-Key for each new request.";
  throw new InvalidInputError([{ pointer: "/Idempotency-Key", detail }]);
}

/**
 * Carries out a request that may be a repetition. If a request is refused, but another request with the same
 * idempotency key has created the resource in the meantime, the refused request gets the answer of the other request.
 * @param findAnswer returns the answer of the request that has created the resource of the idempotency key; null if no
 * request has created the resource
 * @throws the error of `act`, or of `findAnswer`
 */
export async function answerOnce(
  claim: Claim,
  findAnswer: () => Promise<StoredAnswer | null>,
  act: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  try {
    return await act();
  } catch (error) {
    const kept = error instanceof RefusedError && claim.key !== null ? await findAnswer() : null;
    if (!kept) throw error;
    return kept;
  }
}

/** An idempotency key in the form in which the database stores it. */
interface StoredKey {
  _id: string;
  resource_id: string;
  /** The moment after which the idempotency key is removed. */
  expires_at: Date;
}
