import { setTimeout as sleep } from "node:timers/promises";
import {
  MongoClient,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  type Db,
  type MongoClientOptions,
} from "mongodb";
import { StoreRefusedError, StoreUnavailableError } from "../errors.ts";
import { bounded, LateError } from "./bounded.ts";

const RECONNECT_DELAY_MS = 100;
/** The driver, which knows why, is to be the first to give up. */
const GRACE_MS = 500;

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

/** @throws StoreRefusedError when the URL is not one of MongoDB's */
function openClient(url: string, timeoutMs: number, socketTimeoutMs: number): MongoClient {
  try {
    return new MongoClient(url, clientOptions(timeoutMs, socketTimeoutMs));
  } catch (error) {
    throw new StoreRefusedError("MongoDB", error);
  }
}

function clientOptions(timeoutMs: number, socketTimeoutMs: number): MongoClientOptions {
  return {
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
  };
}

/**
 * Connects to MongoDB.
 * @param options.startTimeoutMs how long it is waited for, should it be away or starting
 * @throws StoreUnavailableError when it gives no answer, StoreRefusedError when it cannot be talked to like this
 */
export async function openMongo(options: MongoOptions & { startTimeoutMs: number }): Promise<Mongo> {
  const { url, database, timeoutMs, fileStallTimeoutMs, startTimeoutMs } = options;
  const client = openClient(url, timeoutMs, timeoutMs);
  const fileClient = openClient(url, timeoutMs, fileStallTimeoutMs);
  const close = async () => {
    await Promise.all([client.close(), fileClient.close()]);
  };
  try {
    await Promise.all([connect(client, startTimeoutMs), connect(fileClient, startTimeoutMs)]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: client.db(database),
    fileDb: fileClient.db(database),
    fileStallTimeoutMs,
    ping: async () => {
      await client.db(database).command({ ping: 1 });
    },
    close,
  };
}

interface WithMongoOptions<T> extends Pick<MongoOptions, "url" | "database"> {
  /** For all of it: a call that takes long, such as making an index, may take all of the time. */
  timeoutMs: number;
  use: (db: Db) => Promise<T>;
}

/**
 * Does something in MongoDB over a connection of its own, with one time limit for waiting until it answers and all calls.
 * @throws StoreUnavailableError when that is not done in time, StoreRefusedError when it cannot be talked to like this
 */
export async function withMongo<T>({ url, database, timeoutMs, use }: WithMongoOptions<T>): Promise<T> {
  const client = openClient(url, timeoutMs, timeoutMs);
  const useIt = async () => {
    await connect(client, timeoutMs);
    return use(client.db(database));
  };
  try {
    return await bounded(useIt(), timeoutMs + GRACE_MS, "all of it");
  } catch (error) {
    const isAway = error instanceof LateError || isMongoUnavailable(error);
    throw isAway && !(error instanceof StoreUnavailableError)
      ? new StoreUnavailableError("MongoDB", error)
      : error;
  } finally {
    await client.close();
  }
}

/** Connects a client. One whose first connection failed never makes another by itself (driver 7.8): it is told to. */
async function connect(client: MongoClient, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!isMongoUnavailable(error) && !isDnsError(error)) throw new StoreRefusedError("MongoDB", error);
      if (performance.now() > deadline) throw new StoreUnavailableError("MongoDB", error);
    }
    await sleep(RECONNECT_DELAY_MS);
  }
}

/** The name of a mongodb+srv URL could not be looked up: it may be known in a moment. */
function isDnsError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && String(error.syscall).startsWith("query");
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
