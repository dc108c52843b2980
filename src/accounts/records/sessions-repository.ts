import type { Collection, Db } from "mongodb";

/** A session as it is stored. The token itself is nowhere: whoever reads the database cannot sign in with it. */
interface Session {
  /** SHA-256 of the token, in hex. */
  _id: string;
  account_id: string;
  created_at: Date;
  expires_at: Date;
}

/** The collection of sessions. */
export interface SessionsRepository {
  insert(session: Session): Promise<void>;
  /** A session that has not ended at the given moment. */
  findAlive(tokenHash: string, at: Date): Promise<Session | null>;
  extend(tokenHash: string, expiresAt: Date): Promise<void>;
  remove(tokenHash: string): Promise<void>;
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
export function createSessionsRepository(db: Db): SessionsRepository {
  const sessions = sessionsOf(db);
  return {
    insert: async (session) => {
      await sessions.insertOne(session);
    },
    // The TTL index removes ended sessions only once a minute, so the moment is part of the question.
    findAlive: (tokenHash, at) => sessions.findOne({ _id: tokenHash, expires_at: { $gt: at } }),
    extend: async (tokenHash, expiresAt) => {
      await sessions.updateOne({ _id: tokenHash }, { $set: { expires_at: expiresAt } });
    },
    remove: async (tokenHash) => {
      await sessions.deleteOne({ _id: tokenHash });
    },
  };
}
