import { randomUUID } from "node:crypto";
import { MongoServerError, type Db } from "mongodb";
import { knownForms } from "../../../src/compose/migrations.ts";
import type { Config } from "../../../src/config.ts";
import { requireKnownForm, UnreadableFormError } from "../../../src/infra/migrations.ts";
import { refuseEmulator, withMongo } from "../../../src/infra/mongo.ts";
import { faults, unusable, warnings, type Finding } from "./finding.ts";

/** MongoDB's error code of a command that the roles of the database user do not permit. */
const UNAUTHORIZED = 13;

/**
 * The time limit in ms for connecting to MongoDB and for the whole check. The check makes many calls one after the
 * other, and a busy server may need a second for each call.
 */
const WORK_TIMEOUT_MS = 15_000;

/**
 * Checks that MongoDB answers and takes writes, that this version of the service knows the form (format version) of the
 * stored documents, and that the database user in MONGODB_URL may do what the service does in the database. Warns if
 * MongoDB is no replica set.
 */
export async function checkMongodb(config: Config): Promise<Finding[]> {
  const { MONGODB_URL: url, MONGODB_DATABASE: database } = config;
  try {
    return await withMongo({
      url,
      database,
      timeoutMs: WORK_TIMEOUT_MS,
      use: (db) => checkServer(db, config),
    });
  } catch (error) {
    // Do not also report MongoDB as unusable: an UnreadableFormError says in its message what to do.
    if (error instanceof UnreadableFormError) return faults(error.message);
    return unusable("MongoDB", "MONGODB_URL", error);
  }
}

async function checkServer(db: Db, { NODE_ENV }: Config): Promise<Finding[]> {
  if (NODE_ENV === "production") await refuseEmulator(db);
  const { version } = await db.admin().command({ buildInfo: 1 });
  const { isWritablePrimary, setName, msg } = await db.command({ hello: 1 });
  if (isWritablePrimary !== true)
    return faults("MongoDB takes no writes, because it is not the primary. Name all members in MONGODB_URL.");
  const isReplicated = setName !== undefined || msg === "isdbgrid";
  await requireKnownForm(db, knownForms);
  const refusals = await refusedWork(db);
  if (refusals.length > 0) return faults(...refusals);
  const where = setName === undefined ? "" : `, replica set ${setName}`;
  return [
    {
      level: "ok",
      text: `MongoDB ${version}${where}: the service can read and write the database ${db.databaseName}`,
    },
    ...(isReplicated
      ? []
      : warnings(
          "MongoDB is no replica set: if its disk fails, all data is lost, and mongodump cannot use --oplog.",
        )),
  ];
}

/**
 * Tries each kind of operation that the service needs, in a collection that exists only for this check. Returns a
 * sentence for each kind of operation that MongoDB refuses.
 */
async function refusedWork(db: Db): Promise<string[]> {
  const collection = db.collection<{ _id: number; n?: number }>(`check_settings_${randomUUID().slice(0, 8)}`);
  const work = {
    "create an index": () => collection.createIndex({ n: 1 }),
    insert: () => collection.insertOne({ _id: 1 }),
    find: () => collection.findOne({ _id: 1 }),
    update: () => collection.updateOne({ _id: 1 }, { $set: { n: 1 } }),
    delete: () => collection.deleteOne({ _id: 1 }),
    "drop a collection": () => collection.drop(),
  };
  const refusals: string[] = [];
  for (const [what, run] of Object.entries(work))
    try {
      await run();
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      const advice =
        error.code === UNAUTHORIZED
          ? `. Give the user of MONGODB_URL the role readWrite on ${db.databaseName}`
          : "";
      refusals.push(`MongoDB refuses to ${what} in ${db.databaseName}: ${error.message}${advice}`);
    }
  return refusals;
}
