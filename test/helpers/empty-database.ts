import { randomUUID } from "node:crypto";
import type { ExecutionContext } from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import { MongoClient, type Db } from "mongodb";
import { temporaryFolder } from "./processes.ts";

/**
 * Opens an empty database that only one test uses, in the real MongoDB that CONFORMANCE_MONGODB_URL names, otherwise in
 * an emulator of its own. The database is dropped after the test.
 */
export async function openEmptyDatabase(t: ExecutionContext): Promise<Db> {
  const client = await MongoClient.connect(process.env["CONFORMANCE_MONGODB_URL"] ?? (await startOwn(t)), {
    serverSelectionTimeoutMS: 5000,
  });
  t.teardown(() => client.close());
  const db = client.db(`test_${randomUUID()}`);
  t.teardown(() => db.dropDatabase());
  return db;
}

async function startOwn(t: ExecutionContext): Promise<string> {
  const server = await startServer({ port: 0, dir: temporaryFolder(t) });
  t.teardown(() => server.close());
  return server.url;
}
