import { createFailPoint } from "./fail-point.ts";
import { mkdirSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { ObjectId } from "bson";
import { createVerifier, type Credentials } from "./authentication.ts";
import type { Engine } from "./commands/command.ts";
import { expireDocuments } from "./commands/expire-documents.ts";
import { serveConnection } from "./connection.ts";
import { reserveFolder, takeFolder } from "./folder-lock.ts";
import type { ExchangeListener } from "./shape-log.ts";
import { createCatalogue } from "./storage/catalogue.ts";
import { createCursors } from "./storage/cursors.ts";
import { orphansOf, purge } from "./storage/purge.ts";
import { createRecords } from "./storage/records.ts";
import { createSearcher } from "./storage/search.ts";
import { openStore, type Store } from "./storage/store.ts";

const EXPIRY_INTERVAL_MS = 60_000;

/**
 * Starts the MongoDB emulator on 127.0.0.1.
 * @throws FolderInUseError if another server has its data in the folder; the error of `listen` if the port is taken
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { engine, leave } = await enterFolder(options.dir, options.now ?? (() => new Date()));
  try {
    return await listen(engine, options, leave);
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Options of {@link startServer}. */
export interface ServerOptions {
  /** The port on which the server listens; 0 picks any free port. */
  readonly port: number;
  readonly dir: string;
  /** The interval in ms at which the server deletes expired documents; by default 60 s, as of MongoDB. */
  readonly expiryIntervalMs?: number;
  readonly now?: () => Date;
  /** Called with each command of a client and the server's answer to the command. */
  readonly onExchange?: ExchangeListener;
  /** The user who may send commands; without credentials, anybody who can reach the port may send commands. */
  readonly credentials?: Credentials;
}

/** A running MongoDB emulator. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /**
   * Disconnects the clients, waits for the running writes, and releases the data folder, so that another server can
   * open it.
   */
  close(): Promise<void>;
}

/** Opens the data folder for this server alone. The returned function `leave` closes the folder. */
async function enterFolder(
  dir: string,
  now: () => Date,
): Promise<{ engine: Engine; leave: () => Promise<void> }> {
  mkdirSync(dir, { recursive: true });
  const release = reserveFolder(dir);
  let onAbort = (): void => undefined;
  const store = openStore(dir, () => onAbort());
  const close = async (): Promise<void> => {
    await store.close();
    release();
  };
  try {
    const giveBack = await takeFolder(store, dir);
    const engine = createEngine(store, now);
    onAbort = () => engine.catalogue.reload();
    purge(store, orphansOf(store, engine.catalogue));
    return { engine, leave: () => giveBack().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

function createEngine(store: Store, now: () => Date): Engine {
  const catalogue = createCatalogue(store);
  const counters = { scanned: 0, scannedObjects: 0 };
  const nowMs = (): number => now().getTime();
  return {
    store,
    catalogue,
    records: createRecords(store, catalogue),
    searcher: createSearcher(store, counters, nowMs),
    cursors: createCursors(nowMs),
    counters,
    failPoint: createFailPoint(),
    now,
    newId: () => Buffer.from(new ObjectId().id),
  };
}

async function listen(
  engine: Engine,
  { port, expiryIntervalMs = EXPIRY_INTERVAL_MS, onExchange, credentials }: ServerOptions,
  leave: () => Promise<void>,
): Promise<RunningServer> {
  const verifier = credentials && createVerifier(credentials);
  const connections = new Map<Socket, Promise<void>>();
  const server = createServer((socket) => {
    const served = serveConnection(socket, { engine, verifier, onExchange }).finally(() =>
      connections.delete(socket),
    );
    connections.set(socket, served);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const stopExpiry = startExpiry(engine, expiryIntervalMs);
  const { port: bound } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    const open = [...connections];
    open.forEach(([socket]) => socket.destroy());
    await Promise.all([closed, stopExpiry(), ...open.map(([, served]) => served)]);
    await leave();
  };
  return { url: `mongodb://127.0.0.1:${bound}`, port: bound, close };
}

/** Deletes expired documents at every interval. @returns a function that stops the deletions */
function startExpiry(engine: Engine, intervalMs: number): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= expireDocuments(engine)
      .catch(() => undefined) // An expired document whose deletion fails is deleted at the next interval.
      .finally(() => (running = undefined));
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
