import type { Db } from "mongodb";
import { fileOfObject, type AccountData } from "../../account-data.ts";
import type { Scope } from "../../access.ts";
import type { Caller } from "../../authorization.ts";
import type { Config } from "../../config.ts";
import { NotFoundError } from "../../errors.ts";
import type { Clock } from "../../infra/clock.ts";
import { DAY_MS } from "../../infra/days.ts";
import type { NewId } from "../../infra/new-id.ts";
import { callerOf } from "../caller-of.ts";
import { TokenLimitReachedError } from "../errors.ts";
import type { AccountsRepository } from "../records/accounts-repository.ts";
import { presentToken } from "./presenter.ts";
import { createTokensRepository, type AccessToken, type TokensRepository } from "./tokens-repository.ts";
import { hashOfToken, newSecretToken } from "../secret-token.ts";

const HOUR_MS = 60 * 60 * 1000;
/** The prefix of every personal access token, by which scanners of published code find leaked tokens. */
const PREFIX = "pcb_";
const FORMAT = /^pcb_[\w-]{43}$/;
/**
 * The minimum time between two records of the last use of a personal access token, in ms, so that not every request
 * with the token writes to the database.
 */
const USE_RECORDED_EVERY_MS = HOUR_MS;

/** Creates, lists and revokes personal access tokens, with which programs call the service for an account. */
export type Tokens = ReturnType<typeof createTokens>;

/**
 * Creates the service of personal access tokens. A token consists of `pcb_` and 256 random bits in base64url; the
 * database contains only the hash of the token. Every token expires, after TOKEN_MAX_DAYS at the latest.
 */
export function createTokens({ db, accountsRepository, clock, newId, config }: TokensDeps) {
  const records = createTokensRepository(db);
  return {
    /**
     * Creates a personal access token for an account. Returns the token and its record. The token itself cannot be
     * read again later.
     * @throws TokenLimitReachedError where the account has MAX_TOKENS already
     */
    make: async (accountId: string, wanted: NewToken): Promise<{ token: string; made: AccessToken }> => {
      const token = `${PREFIX}${newSecretToken()}`;
      const now = clock();
      const lifetimeMs = (wanted.expires_in_days ?? config.TOKEN_MAX_DAYS) * DAY_MS;
      const made: AccessToken = {
        _id: hashOfToken(token),
        token_id: newId(),
        account_id: accountId,
        name: wanted.name,
        scopes: wanted.scopes,
        created_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs),
        last_used_at: null,
      };
      if (!(await records.insertWithin(made, config.MAX_TOKENS)))
        throw new TokenLimitReachedError(config.MAX_TOKENS);
      return { token, made };
    },

    /** Returns the personal access tokens of an account that have not expired, the newest first. */
    listOf: (accountId: string): Promise<AccessToken[]> => records.findAllOf(accountId, clock()),

    /** Revokes a token of an account; the next request with the token is refused. @throws NotFoundError */
    revoke: async (accountId: string, tokenId: string): Promise<void> => {
      if (await records.removeOf(accountId, tokenId)) return;
      throw new NotFoundError(`You have no token ${tokenId}. GET /me/tokens lists yours.`);
    },

    accountData: accountDataOf(records, clock),

    /**
     * Returns the account to which a personal access token belongs, with its current tier; null if the token is
     * malformed, unknown, expired or revoked. The role is always `user`: nobody acts as an admin by a token.
     */
    findCaller: async (token: string): Promise<Caller | null> => {
      if (!FORMAT.test(token)) return null;
      const now = clock();
      const found = await records.findUnexpired(hashOfToken(token), now);
      const account = found && (await accountsRepository.find(found.account_id));
      if (!account) return null;
      const recordedBefore = new Date(now.getTime() - USE_RECORDED_EVERY_MS);
      if (found.last_used_at === null || found.last_used_at <= recordedBefore)
        await records.markUsed(found._id, now, recordedBefore);
      const credential = { kind: "token", scopes: found.scopes } as const;
      return { ...callerOf(account), role: "user", credential };
    },
  };
}

interface TokensDeps {
  db: Db;
  accountsRepository: Pick<AccountsRepository, "find">;
  clock: Clock;
  newId: NewId;
  config: Pick<Config, "MAX_TOKENS" | "TOKEN_MAX_DAYS">;
}

/** The properties that an account's owner chooses for a new personal access token. */
export interface NewToken {
  name: string;
  scopes: Scope[];
  /** The number of days after which the access token expires; TOKEN_MAX_DAYS if absent. */
  expires_in_days?: number | undefined;
}

/** Returns the functions with which the export and the deletion of an account read and remove its tokens. */
function accountDataOf(records: TokensRepository, clock: Clock): AccountData {
  return {
    name: "access tokens",
    removeAllOf: records.removeAllOf,
    exportAllOf: async function* (accountId) {
      const found = await records.findAllOf(accountId, clock());
      yield fileOfObject("tokens.json", found.map(presentToken));
    },
  };
}
