import {
  MongoClient,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from "mongodb";
import type { Db } from "mongodb";
import { StoreUnavailableError } from "../errors.ts";

/** An open connection to MongoDB. */
export interface Mongo {
  /** For everything but files: a command that gets no answer within the time limit fails. */
  db: Db;
  /** For the chunks of files: the limit is on a stall, not on the whole stream. */
  fileDb: Db;
  /** That limit. The driver's own does not hold while the server takes no bytes: who writes many bytes at once bounds it. */
  fileStallTimeoutMs: number;
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface MongoOptions {
  url: string;
  database: string;
  timeoutMs: number;
  fileStallTimeoutMs: number;
}

function openClient(url: string, timeoutMs: number, socketTimeoutMs: number): MongoClient {
  return new MongoClient(url, {
    appName: "pc-benchmarks",
    writeConcern: { w: "majority" },
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    socketTimeoutMS: socketTimeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    // A second try would take as long again, and whoever asks has only so much time. What must not be lost is tried again
    // by those who own it: the queue, a sweep, the client.
    retryReads: false,
    retryWrites: false,
    ignoreUndefined: true,
  });
}

/** Opens MongoDB. The connections are made by the first calls. */
export function openMongo({ url, database, timeoutMs, fileStallTimeoutMs }: MongoOptions): Mongo {
  const client = openClient(url, timeoutMs, timeoutMs);
  const fileClient = openClient(url, timeoutMs, fileStallTimeoutMs);
  return {
    db: client.db(database),
    fileDb: fileClient.db(database),
    fileStallTimeoutMs,
    ping: async () => {
      await client.db(database).command({ ping: 1 });
    },
    close: async () => {
      await Promise.all([client.close(), fileClient.close()]);
    },
  };
}

interface PrepareMongoOptions extends Pick<MongoOptions, "url" | "database" | "timeoutMs"> {
  prepare: (db: Db) => Promise<void>;
}

/**
 * Does in MongoDB what has to be done before a process can start. It has a time limit of its own: a server that is starting
 * too, or that makes an index, takes longer than a request may wait.
 * @throws StoreUnavailableError when MongoDB gives no answer
 */
export async function prepareMongo({
  url,
  database,
  timeoutMs,
  prepare,
}: PrepareMongoOptions): Promise<void> {
  const client = openClient(url, timeoutMs, timeoutMs);
  try {
    await client.connect();
    await prepare(client.db(database));
  } catch (error) {
    throw isMongoUnavailable(error) ? new StoreUnavailableError("MongoDB", error) : error;
  } finally {
    await client.close();
  }
}

/**
 * A server that is stepping down, starting or stopping: another will be there in a moment. The codes of retryable errors in
 * MongoDB's driver specification "Retryable Writes".
 */
const notPrimaryCodes: ReadonlySet<number> = new Set([
  6, 7, 89, 91, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/**
 * Whether an error is Node's own of a connection that broke. The driver (7.8) lets it pass where it breaks while a command is
 * being written; no other client of ours does. That of a client whose upload breaks off has no `syscall`.
 */
function isBrokenConnection(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error)) return false;
  if (error.code === "EPIPE") return true;
  return "syscall" in error && (error.code === "ECONNRESET" || error.code === "ETIMEDOUT");
}

/** Whether an error says that MongoDB could not be reached, as opposed to having refused something. */
export function isMongoUnavailable(error: unknown): boolean {
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoTopologyClosedError ||
    (error instanceof MongoServerError && notPrimaryCodes.has(Number(error.code))) ||
    (error instanceof Error && error.name === "MongoWaitQueueTimeoutError") ||
    error instanceof MongoOperationTimeoutError ||
    (error instanceof StoreUnavailableError && error.store === "MongoDB") ||
    isBrokenConnection(error)
  );
}

const DUPLICATE_KEY = 11_000;

/** Whether a write was refused because a unique index already holds its key. */
export function isDuplicateKey(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}
