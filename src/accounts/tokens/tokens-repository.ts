import type { Collection, Db } from "mongodb";
import type { Scope } from "../../access.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";

/** Reads and changes the documents of personal access tokens. */
export type TokensRepository = ReturnType<typeof createTokensRepository>;

/** Creates the functions that read and change the collection of personal access tokens. */
export function createTokensRepository(db: Db) {
  const tokens = tokensOf(db);
  return {
    /**
     * Stores a personal access token if its account has fewer than `maxTokens` tokens. Returns whether the token was
     * stored. Each token of an account has a different slot number below `maxTokens`, so that simultaneous calls
     * cannot store too many tokens.
     */
    insertWithin: async (token: AccessToken, maxTokens: number): Promise<boolean> => {
      const { account_id, created_at } = token;
      // Remove the account's expired tokens first, because MongoDB's TTL index removes expired tokens only once a
      // minute.
      await tokens.deleteMany({ account_id, expires_at: { $lte: created_at } });
      for (;;) {
        const taken = new Set(
          await tokens
            .find({ account_id })
            .map(({ slot }) => slot)
            .toArray(),
        );
        const slot = Array.from({ length: maxTokens }, (_, index) => index).find((each) => !taken.has(each));
        if (slot === undefined) return false;
        try {
          await tokens.insertOne({ ...token, slot });
          return true;
        } catch (error) {
          // A duplicate key means that another request has just taken the slot number of the access token.
          if (!isDuplicateKey(error)) throw error;
        }
      }
    },

    /** Returns a personal access token; null if the token has expired or never existed. */
    findUnexpired: (tokenHash: string, at: Date): Promise<AccessToken | null> =>
      tokens.findOne({ _id: tokenHash, expires_at: { $gt: at } }),

    /** Records a use of a personal access token, unless a use after `recordedBefore` is recorded already. */
    markUsed: async (tokenHash: string, at: Date, recordedBefore: Date): Promise<void> => {
      const isDue = { $or: [{ last_used_at: null }, { last_used_at: { $lte: recordedBefore } }] };
      await tokens.updateOne({ _id: tokenHash, ...isDue }, { $set: { last_used_at: at } });
    },

    /** Returns the unexpired personal access tokens of an account, the newest first. */
    findAllOf: (accountId: string, at: Date): Promise<AccessToken[]> =>
      tokens
        .find({ account_id: accountId, expires_at: { $gt: at } })
        .sort({ created_at: -1 })
        .toArray(),

    /** Removes a personal access token of an account. Returns false if the account has no token with this id. */
    removeOf: async (accountId: string, tokenId: string): Promise<boolean> => {
      const { deletedCount } = await tokens.deleteOne({ account_id: accountId, token_id: tokenId });
      return deletedCount === 1;
    },

    removeAllOf: async (accountId: string): Promise<void> => {
      await tokens.deleteMany({ account_id: accountId });
    },
  };
}

/** Creates the indexes of the collection of personal access tokens. The function is idempotent. */
export async function setUpTokens(db: Db): Promise<void> {
  await tokensOf(db).createIndexes([
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    { key: { account_id: 1, slot: 1 }, unique: true },
  ]);
}

const tokensOf = (db: Db): Collection<StoredToken> => db.collection("access_tokens");

/**
 * A personal access token as its owner sees it. The database stores only a hash of the token's secret, so nobody can
 * use what the database contains as a token.
 */
export interface AccessToken {
  /** The id of the document: the SHA-256, in hex, of the personal access token. */
  _id: string;
  /** The id by which the owner of an access token names the token. The id is no credential. */
  token_id: string;
  account_id: string;
  /** The name that the owner has given the access token. */
  name: string;
  scopes: Scope[];
  created_at: Date;
  expires_at: Date;
  /** When the access token was last used, accurate to about an hour; null if it was never used. */
  last_used_at: Date | null;
}

/** A personal access token as it is stored. */
interface StoredToken extends AccessToken {
  /** The number of the access token among the tokens of its account, from 0 up to, but not including, MAX_TOKENS. */
  slot: number;
}
