import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { MongoClient, type Db, type Document, type MongoClientOptions } from "mongodb";
import { createShapeLog } from "../../../embedded/mongodb/shape-log.ts";
import { startServer } from "../../../embedded/mongodb/server.ts";

/** A real server where one is named; the assertions must hold for it just the same. */
export const EXTERNAL_URL: string | undefined = process.env["CONFORMANCE_MONGODB_URL"];

/** What the suite asks of the stand-in goes into this file, for coverage.test.ts. */
const SHAPE_LOG = process.env["MONGODB_SHAPE_LOG"];

/** A new folder that is gone after the test. */
export async function temporaryFolder(t: ExecutionContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "mongodb-stand-in-"));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A URL of the server under test: the external one, or a stand-in of this test's own. */
export async function startForTest(t: ExecutionContext): Promise<string> {
  if (EXTERNAL_URL !== undefined) return EXTERNAL_URL;
  const dir = await mkdtemp(join(tmpdir(), "mongodb-stand-in-"));
  const server = await startServer({
    port: 0,
    dir,
    expiryIntervalMs: 100,
    ...(SHAPE_LOG && { onExchange: createShapeLog(SHAPE_LOG) }),
  });
  t.teardown(async () => {
    await server.close();
    await rm(dir, { recursive: true, force: true });
  });
  return server.url;
}

/** A client of the server under test, closed after the test. */
export async function connect(
  t: ExecutionContext,
  url: string,
  options: MongoClientOptions = {},
): Promise<MongoClient> {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 5000, ...options });
  t.teardown(() => client.close());
  return client;
}

/** An empty database of the server under test; it and its server are gone after the test. */
export async function openDatabase(t: ExecutionContext, options: MongoClientOptions = {}): Promise<Db> {
  const client = await connect(t, await startForTest(t), options);
  const db = client.db(
    `conformance_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`,
  );
  t.teardown(() => db.dropDatabase());
  return db;
}

/** How many documents reads of this server have examined so far. */
export async function scannedObjects(db: Db): Promise<number> {
  const status: Document = await db.admin().command({ serverStatus: 1 });
  return Number(status["metrics"].queryExecutor.scannedObjects);
}

/** The fields of the server's error that `run` ends with; fails the test where it does not fail. */
export async function errorOf(t: ExecutionContext, run: () => Promise<unknown>): Promise<Document> {
  const error: unknown = await t.throwsAsync(run);
  return error as Document;
}
