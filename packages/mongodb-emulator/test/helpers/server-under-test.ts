import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { MongoClient, type Db, type Document, type MongoClientOptions } from "mongodb";
import { createShapeLog } from "../../src/shape-log.ts";
import { startServer } from "../../src/server.ts";

/** The URL of a real MongoDB server to test instead of the emulator; undefined if there is none. */
export const EXTERNAL_URL: string | undefined = process.env["CONFORMANCE_MONGODB_URL"];

/**
 * The file in which emulators log the shapes of their commands (the features of MongoDB that the commands use), so that
 * users of the package can check that the suite covers their own commands. Only the conformance suite logs shapes,
 * because only its tests describe MongoDB's behaviour.
 */
const SHAPE_LOG = /\/test\/(?:manual|specification)\//.test(test.meta.file)
  ? process.env["MONGODB_SHAPE_LOG"]
  : undefined;

/**
 * How long a client tries to connect, in ms: much longer than a connection takes, also while many tests start servers in
 * the same process.
 */
const CONNECT_WITHIN_MS = 60_000;

/** Creates a temporary folder and returns its path. The folder is removed after the test. */
export async function temporaryFolder(t: ExecutionContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "mongodb-emulator-"));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Returns the URL of the server under test: the real server, or an emulator that is started for this test alone. */
export async function startForTest(t: ExecutionContext): Promise<string> {
  if (EXTERNAL_URL !== undefined) return EXTERNAL_URL;
  const dir = await mkdtemp(join(tmpdir(), "mongodb-emulator-"));
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

/** Connects a client to a server. The client is closed after the test. */
export async function connect(
  t: ExecutionContext,
  url: string,
  options: MongoClientOptions = {},
): Promise<MongoClient> {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: CONNECT_WITHIN_MS, ...options });
  t.teardown(() => client.close());
  return client;
}

/** Opens an empty database of the server under test. The database is dropped after the test. */
export async function openDatabase(t: ExecutionContext, options: MongoClientOptions = {}): Promise<Db> {
  const client = await connect(t, await startForTest(t), options);
  const db = client.db(
    `conformance_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`,
  );
  t.teardown(() => db.dropDatabase());
  return db;
}

/** Returns how many documents the searches of the server have examined since its start. */
export async function scannedObjects(db: Db): Promise<number> {
  const status: Document = await db.admin().command({ serverStatus: 1 });
  return Number(status["metrics"].queryExecutor.scannedObjects);
}

/** Returns the error of the server with which `run` rejects; fails the test if `run` succeeds. */
export async function errorOf(t: ExecutionContext, run: () => Promise<unknown>): Promise<Document> {
  const error: unknown = await t.throwsAsync(run);
  return error as Document;
}
