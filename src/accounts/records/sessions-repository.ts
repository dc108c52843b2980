import type { Collection, Db } from "mongodb";

/** A session as it is stored. The token itself is stored nowhere: whoever reads the database cannot sign in with it. */
interface Session {
  /** SHA-256 of the token, in hex. */
  _id: string;
  account_id: string;
  created_at: Date;
  expires_at: Date;
}

const sessionsOf = (db: Db): Collection<Session> => db.collection("sessions");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpSessions(db: Db): Promise<void> {
  await sessionsOf(db).createIndexes([
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
    { key: { account_id: 1 } },
  ]);
}

/** The sessions of a database. */
export function createSessionsRepository(db: Db) {
  const sessions = sessionsOf(db);
  return {
    insert: async (session: Session): Promise<void> => {
      await sessions.insertOne(session);
    },

    /** Returns a session that has not ended at this moment: the TTL index removes ended sessions only once a minute. */
    findAlive: (tokenHash: string, at: Date): Promise<Session | null> =>
      sessions.findOne({ _id: tokenHash, expires_at: { $gt: at } }),

    extend: async (tokenHash: string, expiresAt: Date): Promise<void> => {
      await sessions.updateOne({ _id: tokenHash }, { $set: { expires_at: expiresAt } });
    },

    remove: async (tokenHash: string): Promise<void> => {
      await sessions.deleteOne({ _id: tokenHash });
    },
  };
}
