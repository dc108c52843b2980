import type { Collection, Db } from "mongodb";

/** Reads and changes the documents of sessions. */
export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

/** Creates the functions that read and change the collection of sessions. */
export function createSessionsRepository(db: Db) {
  const sessions = sessionsOf(db);
  return {
    insert: async (session: Session): Promise<void> => {
      await sessions.insertOne(session);
    },

    /**
     * Returns a session; null if the session has expired or never existed. The query compares the expiry too, because
     * MongoDB's TTL index removes expired sessions only once a minute.
     */
    findUnexpired: (tokenHash: string, at: Date): Promise<Session | null> =>
      sessions.findOne({ _id: tokenHash, expires_at: { $gt: at } }),

    extend: async (tokenHash: string, expiresAt: Date): Promise<void> => {
      await sessions.updateOne({ _id: tokenHash }, { $set: { expires_at: expiresAt } });
    },

    remove: async (tokenHash: string): Promise<void> => {
      await sessions.deleteOne({ _id: tokenHash });
    },

    /** Removes a session of an account. Returns false if the account has no session with this id. */
    removeOf: async (accountId: string, sessionId: string): Promise<boolean> => {
      const { deletedCount } = await sessions.deleteOne({ account_id: accountId, session_id: sessionId });
      return deletedCount === 1;
    },

    /** Removes all sessions of an account except the newest ones. @param kept how many of the newest sessions stay */
    removeOldestOf: async (accountId: string, kept: number): Promise<void> => {
      const oldest = await sessions
        .find({ account_id: accountId })
        .sort({ created_at: -1 })
        .skip(kept)
        .project<Pick<Session, "_id">>({ _id: 1 })
        .toArray();
      if (oldest.length > 0) await sessions.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
    },

    removeAllOf: async (accountId: string): Promise<void> => {
      await sessions.deleteMany({ account_id: accountId });
    },

    /** Returns the unexpired sessions of an account, the newest first. */
    findAllOf: (accountId: string, at: Date): Promise<Session[]> =>
      sessions
        .find({ account_id: accountId, expires_at: { $gt: at } })
        .sort({ created_at: -1 })
        .toArray(),
  };
}

/** Creates the indexes of the collection of sessions. The function is idempotent. */
export async function setUpSessions(db: Db): Promise<void> {
  await sessionsOf(db).createIndexes([
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    { key: { account_id: 1, created_at: -1 } },
  ]);
}

const sessionsOf = (db: Db): Collection<Session> => db.collection("sessions");

/**
 * A session as it is stored. The database does not contain the session's token, so nobody can sign in with what the
 * database contains.
 */
export interface Session {
  /** The id of the document: the SHA-256 of the session's token, in hex. */
  _id: string;
  /** The id by which the owner of a session names the session. The id is no credential. */
  session_id: string;
  account_id: string;
  /** The browser or program that began the session, such as "Firefox on Windows"; absent if it is unknown. */
  device?: string;
  created_at: Date;
  expires_at: Date;
}
