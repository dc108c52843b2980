import type { Db } from "mongodb";
import { fileOfObject, type AccountData } from "../account-data.ts";
import type { Caller } from "../authorization.ts";
import type { Config } from "../config.ts";
import { NotFoundError } from "../errors.ts";
import type { Clock } from "../infra/clock.ts";
import { DAY_MS } from "../infra/days.ts";
import type { NewId } from "../infra/new-id.ts";
import type { AccountsRepository } from "./records/accounts-repository.ts";
import { callerOf } from "./caller-of.ts";
import {
  createSessionsRepository,
  type Session,
  type SessionsRepository,
} from "./records/sessions-repository.ts";
import { hashOfToken, newSecretToken } from "./secret-token.ts";

/**
 * The smallest extension of a session's expiry that the service stores, in ms. A request that would extend the expiry
 * by less does not write to the database.
 */
const MIN_EXTENSION_MS = 60 * 60 * 1000;

/** Begins, finds and ends the sessions of signed-in accounts. */
export type Sessions = ReturnType<typeof createSessions>;

/**
 * Creates the service of sessions. A session's token is 256 random bits in a cookie; the database stores only the hash
 * of the token. Each use of a session extends its expiry, up to SESSION_MAX_DAYS after the sign-in.
 */
export function createSessions({ db, accountsRepository, clock, newId, config }: SessionsDeps) {
  const sessions = createSessionsRepository(db);
  const expiryFrom = createExpiry(config);
  return {
    /**
     * Starts a session and returns its token. Ends the oldest sessions of an account that has more than MAX_SESSIONS.
     * @param device the name of the browser or program that uses the session; null if it is unknown
     */
    begin: async (accountId: string, device: string | null): Promise<string> => {
      const token = newSecretToken();
      const now = clock();
      const owner = { account_id: accountId, ...(device !== null && { device }) };
      const times = { created_at: now, expires_at: expiryFrom(now, now) };
      await sessions.insert({ _id: hashOfToken(token), session_id: newId(), ...owner, ...times });
      await sessions.removeOldestOf(accountId, config.MAX_SESSIONS);
      return token;
    },

    /**
     * Returns the account whose session has the given token, with its current role and tier; null if no session has the
     * token. `isProlonged` is true if the call extended the session: the caller must then extend the cookie as well.
     */
    findCaller: async (token: string): Promise<{ caller: Caller; isProlonged: boolean } | null> => {
      const now = clock();
      const session = await sessions.findUnexpired(hashOfToken(token), now);
      if (!session) return null;
      const expiresAt = expiryFrom(now, session.created_at);
      const isProlonged = expiresAt.getTime() - session.expires_at.getTime() >= MIN_EXTENSION_MS;
      if (isProlonged) await sessions.extend(session._id, expiresAt);
      const account = await accountsRepository.find(session.account_id);
      if (!account) return null;
      const credential = { kind: "session" } as const;
      return { caller: { ...callerOf(account), role: account.role, credential }, isProlonged };
    },

    /** Ends the session that has the given token. */
    end: (token: string): Promise<void> => sessions.remove(hashOfToken(token)),

    /** Ends all sessions of an account. */
    endAllOf: (accountId: string): Promise<void> => sessions.removeAllOf(accountId),

    accountData: accountDataOf(sessions, clock),

    /** Ends the session with the given id, if the session belongs to the account. @throws NotFoundError */
    endOf: async (accountId: string, sessionId: string): Promise<void> => {
      if (await sessions.removeOf(accountId, sessionId)) return;
      throw new NotFoundError(`You have no session ${sessionId}. GET /me/sessions lists yours.`);
    },

    /** Returns an account's sessions, the newest first; `isCurrent` is true for the session with the given token. */
    listOf: async (accountId: string, token: string | undefined) => {
      const current = token === undefined ? "" : hashOfToken(token);
      const found = await sessions.findAllOf(accountId, clock());
      return found.map((session) => ({ session, isCurrent: session._id === current }));
    },
  };
}

/**
 * Returns a function that computes the expiry of a session from the moment of its creation and the moment of its last
 * use.
 */
function createExpiry(config: SessionsDeps["config"]) {
  return (now: Date, createdAt: Date): Date => {
    const idleEnd = now.getTime() + config.SESSION_DAYS * DAY_MS;
    return new Date(Math.min(idleEnd, createdAt.getTime() + config.SESSION_MAX_DAYS * DAY_MS));
  };
}

interface SessionsDeps {
  db: Db;
  accountsRepository: Pick<AccountsRepository, "find">;
  clock: Clock;
  newId: NewId;
  config: Pick<Config, "SESSION_DAYS" | "SESSION_MAX_DAYS" | "MAX_SESSIONS">;
}

/** Returns the functions with which the export and the deletion of an account read and remove its sessions. */
function accountDataOf(sessions: SessionsRepository, clock: Clock): AccountData {
  return {
    name: "sessions",
    removeAllOf: sessions.removeAllOf,
    exportAllOf: async function* (accountId) {
      yield fileOfObject("sessions.json", (await sessions.findAllOf(accountId, clock())).map(withoutHash));
    },
  };
}

/** Returns a session without the hash of its token, in the form in which the session's owner may see it. */
const withoutHash = ({ _id, ...rest }: Session) => rest;
