import { createHash } from "node:crypto";
import type { Context } from "koa";
import type { Collection, Db } from "mongodb";
import { InvalidInputError } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";
import { isDuplicateKey } from "../infra/mongo.ts";
import { errorToProblem } from "../http/problems/error-to-problem.ts";
import { show } from "../validation/faults.ts";
import { Problem, problemTypes } from "../http/problems/problem-types.ts";

/** An answer that is repeated byte for byte. */
export interface KeptAnswer {
  json: string;
  location: string | null;
}

/** One request with an Idempotency-Key; null where the client sent none. */
type RequestKey = string | null;

interface OnceOptions {
  key: RequestKey;
  /** Digest of what is asked for. */
  fingerprint: string;
  /** An id for what the request makes. All tries with one key make the same one. */
  newResourceId: () => Promise<string> | string;
  /** The answer of the request that made a resource, or null where it was not made. */
  findAnswer: (resourceId: string) => Promise<KeptAnswer | null>;
  /** Makes the resource under this id, once, however often it is called. */
  act: (resourceId: string) => Promise<KeptAnswer>;
}

/** Requests that take effect once, however often they are sent. */
export interface Idempotency {
  /** The key of a request. @throws InvalidInputError where it is not of the right form */
  keyOf(context: Context, accountId: string): RequestKey;
  /** Whether a request with this key was begun before. */
  isKnown(key: RequestKey): Promise<boolean>;
  /**
   * Answers a request: with the answer of the first with its key, or by acting.
   * @throws Problem 409 while another request with the key is under way, InvalidInputError where that one asked for
   * something else, and whatever `act` throws
   */
  once(options: OnceOptions): Promise<KeptAnswer>;
}

/** A key and the right to act under it. */
interface Claim {
  _id: string;
  fingerprint: string;
  resource_id: string;
  /** Until then nobody else acts under the key. */
  lease_until: Date;
  expires_at: Date;
}

interface IdempotencyParts {
  db: Db;
  clock: Clock;
  leaseMs: number;
  keepMs: number;
}

const HEADER = "Idempotency-Key";
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;
const RETRY_AFTER_S = "1";

const claimsOf = (db: Db): Collection<Claim> => db.collection("idempotency_keys");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpIdempotency(db: Db): Promise<void> {
  await claimsOf(db).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
}

/** Idempotency keys in MongoDB, so that they outlive a loss of Redis. */
export function createIdempotency({ db, clock, leaseMs, keepMs }: IdempotencyParts): Idempotency {
  const claims = claimsOf(db);

  /** Takes the key, or finds out who has it. */
  async function claim(key: string, fingerprint: string, newResourceId: OnceOptions["newResourceId"]) {
    const now = clock().getTime();
    const lease_until = new Date(now + leaseMs);
    const existing = await claims.findOne({ _id: key });
    if (!existing) {
      const resource_id = await newResourceId();
      const mine = { _id: key, fingerprint, resource_id, lease_until, expires_at: new Date(now + keepMs) };
      try {
        await claims.insertOne(mine);
        return { claim: mine, isMine: true };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return { claim: { ...mine, resource_id: "" }, isMine: false };
      }
    }
    if (existing.fingerprint !== fingerprint) throw otherRequest();
    if (existing.lease_until.getTime() > now) return { claim: existing, isMine: false };
    // Whoever had it has died. The same resource id is used again: if the first wakes up, one of the two inserts fails.
    const old = { _id: key, lease_until: existing.lease_until };
    const { matchedCount } = await claims.updateOne(old, { $set: { lease_until } });
    return { claim: { ...existing, lease_until }, isMine: matchedCount === 1 };
  }

  async function once({
    key,
    fingerprint,
    newResourceId,
    findAnswer,
    act,
  }: OnceOptions): Promise<KeptAnswer> {
    if (key === null) return act(await newResourceId());
    const { claim: held, isMine } = await claim(key, fingerprint, newResourceId);
    const kept = held.resource_id === "" ? null : await findAnswer(held.resource_id);
    if (kept) return kept;
    if (!isMine) throw inFlight();
    const mine = { _id: key, lease_until: held.lease_until };
    try {
      return await act(held.resource_id);
    } catch (error) {
      // A refusal is certain, and is not kept. After any other error nobody knows whether the resource was made: the
      // next try goes on at once, under the same id.
      if (errorToProblem(error).type.status < 500) await claims.deleteOne(mine);
      // Not awaited: if it is this store that is away, the answer would wait for it a second time.
      else void claims.updateOne(mine, { $set: { lease_until: clock() } }).catch(() => undefined);
      throw error;
    }
  }

  return {
    keyOf: (context, accountId) => keyOf(context, accountId),
    isKnown: async (key) => key !== null && (await claims.findOne({ _id: key })) !== null,
    once,
  };
}

function keyOf(context: Context, accountId: string): RequestKey {
  const given = context.req.headers["idempotency-key"];
  if (given === undefined) return null;
  if (typeof given !== "string" || !VISIBLE_ASCII.test(given)) {
    const detail = `Expected 1 to 255 visible ASCII characters without blanks, found ${show(given)}.`;
    throw new InvalidInputError([{ pointer: `/${HEADER}`, detail }]);
  }
  return createHash("sha256")
    .update(JSON.stringify([accountId, context.method, context.path, given]))
    .digest("hex");
}

function inFlight(): Problem {
  return new Problem(problemTypes.requestInFlight, {
    detail:
      "Another request with this Idempotency-Key is under way. Send it again in a moment for its answer.",
    headers: { "Retry-After": RETRY_AFTER_S },
  });
}

function otherRequest(): InvalidInputError {
  const detail = "This key was used for another request. Use a new key for each new request.";
  return new InvalidInputError([{ pointer: `/${HEADER}`, detail }]);
}
