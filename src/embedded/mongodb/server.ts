import { mkdirSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { ObjectId } from "bson";
import { createCatalogue } from "./storage/catalogue.ts";
import type { Engine } from "./commands/command.ts";
import { serveConnection } from "./connection.ts";
import { createCursors } from "./storage/cursors.ts";
import { expireDocuments } from "./commands/expiry.ts";
import { orphansOf, purge } from "./storage/purge.ts";
import { createRecords } from "./storage/records.ts";
import { createSearcher } from "./storage/search.ts";
import { takeFolder } from "./server-lock.ts";
import { openStore, type Store } from "./storage/store.ts";

/** Where a server listens and keeps its data, and how often it looks for expired documents. */
export interface ServerOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly dir: string;
  readonly expiryIntervalMs?: number;
  readonly now?: () => Date;
}

/** A running server. `close` waits for what is being written. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts the stand-in for MongoDB on 127.0.0.1. Throws FolderInUseError where another server has the folder, and
 * the error of `listen` where the port is taken.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dir, now = () => new Date() } = options;
  mkdirSync(dir, { recursive: true });
  let undo = (): void => undefined;
  const store = openStore(dir, () => undo());
  try {
    const leaveFolder = await takeFolder(store, dir);
    const engine = createEngine(store, now);
    undo = () => engine.catalogue.reload();
    purge(store, orphansOf(store, engine.catalogue));
    return await listen(engine, options, leaveFolder);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function createEngine(store: Store, now: () => Date): Engine {
  const catalogue = createCatalogue(store);
  const counters = { scannedObjects: 0 };
  const nowMs = (): number => now().getTime();
  return {
    store,
    catalogue,
    records: createRecords(store, catalogue),
    searcher: createSearcher(store, counters, nowMs),
    cursors: createCursors(nowMs),
    counters,
    now,
    newId: () => Buffer.from(new ObjectId().id),
  };
}

async function listen(
  engine: Engine,
  { port, expiryIntervalMs = 1000 }: ServerOptions,
  leaveFolder: () => Promise<void>,
): Promise<RunningServer> {
  const sockets = new Map<Socket, Promise<void>>();
  const server = createServer((socket) => {
    sockets.set(
      socket,
      serveConnection(socket, engine).finally(() => sockets.delete(socket)),
    );
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  } catch (error) {
    await leaveFolder();
    throw error;
  }
  let expiry: Promise<void> | undefined;
  const timer = setInterval(() => {
    expiry ??= expireDocuments(engine).finally(() => (expiry = undefined));
  }, expiryIntervalMs);
  timer.unref();
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `mongodb://127.0.0.1:${bound}`,
    port: bound,
    close: async () => {
      clearInterval(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      const connections = [...sockets];
      connections.forEach(([socket]) => socket.destroy());
      await Promise.all([closed, expiry, ...connections.map(([, served]) => served)]);
      await leaveFolder();
      await engine.store.close();
    },
  };
}
