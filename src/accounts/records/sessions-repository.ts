import type { Collection, Db } from "mongodb";

/** Creates the access to the collection of sessions. */
export function createSessionsRepository(db: Db) {
  const sessions = sessionsOf(db);
  return {
    insert: async (session: Session): Promise<void> => {
      await sessions.insertOne(session);
    },

    /**
     * Returns a session, or null where it has expired or never existed. The time is compared here too, because the TTL index
     * removes expired sessions only once a minute.
     */
    findUnexpired: (tokenHash: string, at: Date): Promise<Session | null> =>
      sessions.findOne({ _id: tokenHash, expires_at: { $gt: at } }),

    extend: async (tokenHash: string, expiresAt: Date): Promise<void> => {
      await sessions.updateOne({ _id: tokenHash }, { $set: { expires_at: expiresAt } });
    },

    remove: async (tokenHash: string): Promise<void> => {
      await sessions.deleteOne({ _id: tokenHash });
    },
  };
}

/** Creates the collection's indexes. May run any number of times. */
export async function setUpSessions(db: Db): Promise<void> {
  await sessionsOf(db).createIndexes([
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    { key: { account_id: 1 } },
  ]);
}

const sessionsOf = (db: Db): Collection<Session> => db.collection("sessions");

/** A session as it is stored. The token itself is not stored, so nobody who reads the database can sign in with it. */
interface Session {
  /** SHA-256 of the token, in hex. */
  _id: string;
  account_id: string;
  created_at: Date;
  expires_at: Date;
}
