import { createHash } from "node:crypto";
import type { Collection, Db } from "mongodb";
import { isDuplicateKey } from "../../infra/mongo.ts";

/**
 * How long the hash of an ID token is stored after the token's expiry, in ms. The service still accepts a token for
 * half a minute after its expiry, and the clocks of servers differ.
 */
const CLOCK_TOLERANCE_MS = 60_000;

/** The unexpired ID tokens that have been used to sign in. */
export type UsedIdTokens = ReturnType<typeof createUsedIdTokens>;

/** Creates the functions that record which ID tokens were used. The database stores only hashes of the tokens. */
export function createUsedIdTokens(db: Db) {
  return {
    /**
     * Records that an ID token was used to sign in, until CLOCK_TOLERANCE_MS after the token's expiry. Returns false if
     * the token was used before.
     */
    use: async ({ text, expiresAt }: { text: string; expiresAt: Date }): Promise<boolean> => {
      try {
        const expires_at = new Date(expiresAt.getTime() + CLOCK_TOLERANCE_MS);
        await usedOf(db).insertOne({ _id: hashOfSigned(text), expires_at });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}

/**
 * Returns the hash of an ID token without its signature: the same header and content can have many valid signatures,
 * and one signature can be written in several ways.
 */
function hashOfSigned(idToken: string): string {
  const signed = idToken.slice(0, idToken.lastIndexOf("."));
  return createHash("sha256").update(signed).digest("hex");
}

/** Creates the index of the collection of used ID tokens. The function is idempotent. */
export async function setUpUsedIdTokens(db: Db): Promise<void> {
  await usedOf(db).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
}

const usedOf = (db: Db): Collection<UsedIdToken> => db.collection("used_id_tokens");

/** An ID token that somebody has used to sign in, as the database stores it. The document names no account. */
interface UsedIdToken {
  /** The SHA-256 of the ID token's header and content, in hex. */
  _id: string;
  expires_at: Date;
}
