import { cpSync } from "node:fs";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import { MongoClient } from "mongodb";
import { temporaryFolder } from "../helpers/processes.ts";
import type { OwnStore } from "./own-stores.ts";

const DATABASE = "pc_benchmarks";
const BATCH = 200;

/**
 * Copies the data folder of a running MongoDB at one moment, as a snapshot of its disk does. Returns the folder of the
 * copy.
 */
export function takeSnapshot(t: ExecutionContext, mongodb: OwnStore): string {
  const copy = join(temporaryFolder(t), "copy");
  mongodb.pause();
  try {
    cpSync(mongodb.dir, copy, { recursive: true });
  } finally {
    mongodb.resume();
  }
  return copy;
}

/**
 * Replaces the database of a MongoDB by that of a snapshot, document by document and without indexes, as mongodump and
 * mongorestore do. The server from which the snapshot was taken must have ended.
 */
export async function restoreSnapshot(folder: string, url: string): Promise<void> {
  const server = await startServer({ port: 0, dir: folder });
  // With these options the driver keeps the BSON type of every value that it copies.
  const asStored = { promoteValues: false, bsonRegExp: true };
  const [from, to] = await Promise.all([server.url, url].map((one) => MongoClient.connect(one, asStored)));
  try {
    const [copy, db] = [from?.db(DATABASE), to?.db(DATABASE)];
    if (!copy || !db) throw new Error("there are two clients");
    await db.dropDatabase();
    for (const { name } of await copy.listCollections({}, { nameOnly: true }).toArray()) {
      const documents = await copy.collection(name).find().toArray();
      for (let at = 0; at < documents.length; at += BATCH)
        await db.collection(name).insertMany(documents.slice(at, at + BATCH));
    }
  } finally {
    await Promise.all([from?.close(), to?.close()]);
    await server.close();
  }
}
