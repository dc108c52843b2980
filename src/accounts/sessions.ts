import { createHash } from "node:crypto";
import type { Clock } from "../infra/clock.ts";
import type { Account, AccountsRepository } from "./records/accounts-repository.ts";
import type { SessionsRepository } from "./records/sessions-repository.ts";

/** Sessions: 256 random bits in a cookie, only a hash of them in the store, and a life that each use prolongs. */
export interface Sessions {
  /** Begins a session and answers with its token. */
  begin(accountId: string): Promise<string>;
  /**
   * The account whose session a token is, or null; and whether this use has prolonged the session, so that the cookie must
   * be prolonged as well. Role and tier are the account's present ones.
   */
  findAccount(token: string): Promise<{ account: Account; isProlonged: boolean } | null>;
  /** Ends a session everywhere. */
  end(token: string): Promise<void>;
}

interface SessionsParts {
  sessions: SessionsRepository;
  accounts: AccountsRepository;
  clock: Clock;
  lifetimeMs: number;
  newToken: () => string;
}

/** A session is prolonged at most this often, so that reading does not become a write for each request. */
const MIN_EXTENSION_MS = 60 * 60 * 1000;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Sessions over their collection. */
export function createSessions(parts: SessionsParts): Sessions {
  const { sessions, accounts, clock, lifetimeMs, newToken } = parts;
  const expiryFrom = (now: Date) => new Date(now.getTime() + lifetimeMs);
  return {
    begin: async (accountId) => {
      const token = newToken();
      const now = clock();
      await sessions.insert({
        _id: hashOf(token),
        account_id: accountId,
        created_at: now,
        expires_at: expiryFrom(now),
      });
      return token;
    },
    findAccount: async (token) => {
      const now = clock();
      const session = await sessions.findAlive(hashOf(token), now);
      if (!session) return null;
      const expiresAt = expiryFrom(now);
      const extensionMs = expiresAt.getTime() - session.expires_at.getTime();
      const isProlonged = extensionMs >= MIN_EXTENSION_MS;
      if (isProlonged) await sessions.extend(session._id, expiresAt);
      const account = await accounts.find(session.account_id);
      return account && { account, isProlonged };
    },
    end: (token) => sessions.remove(hashOf(token)),
  };
}
