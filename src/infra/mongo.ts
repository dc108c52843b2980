import { setTimeout as sleep } from "node:timers/promises";
import {
  MongoBulkWriteError,
  MongoClient,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
  type Db,
  type MongoClientOptions,
} from "mongodb";
import { StoreRefusedError, StoreUnavailableError } from "../errors.ts";
import { bounded, LateError } from "./bounded.ts";
import { connectionLimits } from "./connection-limits.ts";
import { checkPoolSeldom, reportCommands, watchPool } from "./mongo-monitoring.ts";
import type { OnStoreCall, PoolState } from "./store-calls.ts";

const RECONNECT_DELAY_MS = 100;
/** The shortest heartbeat interval that MongoDB's driver accepts, in ms. */
const MIN_HEARTBEAT_MS = 500;
/** How long `withMongo` waits beyond its time limit, in ms, for the driver's own error, which says more. */
const GRACE_MS = 500;

/** The open connections to MongoDB, and the databases that use them. */
export type Mongo = Awaited<ReturnType<typeof openMongo>>;

/**
 * Connects to MongoDB.
 * @param options.startTimeoutMs how long to wait for a MongoDB that is unavailable or starting
 * @param options.onCall the function that is called for each command
 * @throws StoreUnavailableError when MongoDB gives no answer, StoreRefusedError when MongoDB or its driver refuses the
 * URL or the log-in
 */
export async function openMongo(options: MongoOptions & { startTimeoutMs: number; onCall?: OnStoreCall }) {
  const { url, database, timeoutMs, fileStallTimeoutMs, startTimeoutMs } = options;
  const client = openClient(url, options);
  const fileClient = openClient(url, { ...options, socketTimeoutMs: fileStallTimeoutMs });
  const pools = { mongodb: watchPool(client), mongodb_files: watchPool(fileClient) };
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
    /** The database for everything but reading files: a command that gets no answer within `timeoutMs` fails. */
    db: client.db(database),

    /**
     * The database for reading the chunks of files: a stream fails when no bytes arrive for `fileStallTimeoutMs`. There
     * is no limit for the time that a whole file takes.
     */
    fileDb: fileClient.db(database),

    /**
     * The time limit of a command to MongoDB, in ms. The driver does not enforce this limit while the server accepts no
     * bytes, so code that writes files enforces it as well.
     */
    timeoutMs,

    ping: async (): Promise<void> => {
      await client.db(database).command({ ping: 1 });
    },

    /** Returns the present numbers of connections of the two MongoDB clients, of which one only reads files. */
    pools: (): Record<keyof typeof pools, PoolState> => ({
      mongodb: pools.mongodb(),
      mongodb_files: pools.mongodb_files(),
    }),

    /** Returns the version of the MongoDB server, followed by `(emulator)` for this project's emulator. */
    version: async (): Promise<string> => {
      const { version, modules } = (await client.db(database).admin().command({ buildInfo: 1 })) as BuildInfo;
      return isEmulator(modules) ? `${version} (emulator)` : version;
    },
    close,
  };
}

interface WithMongoOptions<T> extends Pick<MongoOptions, "url" | "database"> {
  /**
   * The time limit for connecting to MongoDB and for `use` together, in ms. A single slow call, such as creating an
   * index, may use up the whole time.
   */
  timeoutMs: number;
  use: (db: Db) => Promise<T>;
}

/**
 * Connects to MongoDB, calls `use` and closes the connection, all within one time limit.
 * @throws StoreUnavailableError when the time limit is reached, StoreRefusedError when MongoDB or its driver refuses
 * the URL or the log-in
 */
export async function withMongo<T>({ url, database, timeoutMs, use }: WithMongoOptions<T>): Promise<T> {
  const client = openClient(url, { timeoutMs, silenceTimeoutMs: timeoutMs });
  const connectAndUse = async () => {
    await connect(client, timeoutMs);
    return use(client.db(database));
  };
  try {
    return await bounded(connectAndUse(), timeoutMs + GRACE_MS, "the work in MongoDB");
  } catch (error) {
    const isUnavailable = error instanceof LateError || isMongoUnavailable(error);
    throw isUnavailable && !(error instanceof StoreUnavailableError)
      ? new StoreUnavailableError("MongoDB", error)
      : error;
  } finally {
    await client.close();
  }
}

interface MongoOptions extends TimeLimits {
  url: string;
  database: string;
  fileStallTimeoutMs: number;
}

interface TimeLimits {
  /** How long a command to MongoDB waits for its answer, in ms. */
  timeoutMs: number;
  /** The time without an answer after which all connections to a MongoDB server are closed, in ms. */
  silenceTimeoutMs: number;
  /** How long a connection to MongoDB waits for an answer, in ms; by default `timeoutMs`. */
  socketTimeoutMs?: number;
}

/** Creates a client of MongoDB, without connecting. @throws StoreRefusedError when the URL is not a MongoDB URL */
function openClient(url: string, limits: TimeLimits & { onCall?: OnStoreCall }): MongoClient {
  const { onCall } = limits;
  try {
    const client = new MongoClient(url, {
      ...clientOptions(limits),
      monitorCommands: onCall !== undefined,
    });
    checkPoolSeldom(client);
    if (onCall) reportCommands(client, onCall, isMongoUnavailable);
    return client;
  } catch (error) {
    throw new StoreRefusedError("MongoDB", error);
  }
}

function clientOptions({ timeoutMs, silenceTimeoutMs, socketTimeoutMs }: TimeLimits): MongoClientOptions {
  const { pingIntervalMs, idleTimeoutMs } = connectionLimits(silenceTimeoutMs);
  return {
    appName: "pc-benchmarks",
    writeConcern: { w: "majority" },
    serverSelectionTimeoutMS: timeoutMs,
    socketTimeoutMS: socketTimeoutMs ?? timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    // MongoDB's driver sends a hello command to each server in this interval, on a separate connection. If the server
    // does not answer within the connect timeout, the driver closes all connections to it, including connections in
    // use.
    heartbeatFrequencyMS: Math.max(pingIntervalMs, MIN_HEARTBEAT_MS),
    connectTimeoutMS: silenceTimeoutMs,
    // Close unused connections to MongoDB, because a firewall may drop a connection that was unused for minutes.
    maxIdleTimeMS: idleTimeoutMs,
    // Do not let MongoDB's driver repeat calls, because a second try could double the time that a caller waits. The
    // queue, a sweep or the HTTP client repeats work that must not be lost.
    retryReads: false,
    retryWrites: false,
    ignoreUndefined: true,
  };
}

/**
 * Connects a client of MongoDB. If a connection fails, tries again until the time limit, because version 7.8 of the
 * driver does not repeat its first attempt to connect.
 */
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

/** Whether an error says that the host name of a mongodb+srv URL could not be looked up at the moment. */
function isDnsError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && String(error.syscall).startsWith("query");
}

/**
 * Error codes of a MongoDB server that refuses a write and has not carried it out: its disk is full (OutOfDiskSpace),
 * its operator has blocked writes (UserWritesBlocked), or it is not the primary. Source: `error_codes.yml` of MongoDB.
 */
const refusedWriteCodes: ReadonlySet<number> = new Set([14_031, 371, 10_107, 13_435]);

/**
 * The error codes of a server that cannot answer at the moment. Most are the retryable errors in MongoDB's driver
 * specification "Retryable Writes": the server steps down, starts or stops, and another server takes over soon. The
 * time limit of the command has passed: MaxTimeMSExpired (50). Too few members confirm a write: WriteConcernTimeout
 * (64), UnsatisfiableWriteConcern (100).
 */
const passingCodes = [6, 7, 50, 64, 89, 91, 100, 189, 262, 9001, 11_600, 11_602, 13_436];

const unavailableCodes: ReadonlySet<number> = new Set([...refusedWriteCodes, ...passingCodes]);

/**
 * Whether an error is Node's own error of a broken connection. MongoDB's driver 7.8 throws such an error unwrapped
 * where a connection breaks while the driver writes a command; the clients of the other stores never do so. An upload
 * that its sender aborts also ends with an ECONNRESET, but that error has no `syscall`.
 */
function isBrokenConnection(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error)) return false;
  if (error.code === "EPIPE") return true;
  return "syscall" in error && (error.code === "ECONNRESET" || error.code === "ETIMEDOUT");
}

/**
 * Returns the error that has ended a bulk write. MongoDB's driver 7.8 wraps every error that ends a bulk write, also
 * the error of a broken connection, in a MongoBulkWriteError, whose `errorResponse` is the wrapped error. Any other
 * error is returned as it is.
 */
function endOfBulkWrite(error: unknown): unknown {
  const cause: unknown = error instanceof MongoBulkWriteError ? error.errorResponse : undefined;
  return cause instanceof Error ? cause : error;
}

/**
 * Whether an error says that MongoDB could not be reached or cannot answer at the moment, rather than that MongoDB has
 * refused a request for good.
 */
export function isMongoUnavailable(given: unknown): boolean {
  const error = endOfBulkWrite(given);
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoTopologyClosedError ||
    (error instanceof MongoServerError && unavailableCodes.has(Number(error.code))) ||
    (error instanceof Error && error.name === "MongoWaitQueueTimeoutError") ||
    error instanceof MongoOperationTimeoutError ||
    (error instanceof StoreUnavailableError && error.store === "MongoDB") ||
    isBrokenConnection(error)
  );
}

/**
 * Whether MongoDB has refused the write of one document for a time: the write has certainly not been carried out, and
 * may succeed later. A bulk write that fails with such an error may have been carried out in part.
 */
export function isWriteRefused(error: unknown): boolean {
  return (
    error instanceof MongoServerError &&
    !(error instanceof MongoWriteConcernError) &&
    refusedWriteCodes.has(Number(error.code))
  );
}

/** Whether MongoDB gave no answer, not even a refusal, so that nobody knows whether it has carried out a command. */
export function isMongoSilent(error: unknown): boolean {
  return isMongoUnavailable(error) && !isWriteRefused(error);
}

/**
 * Refuses this project's emulator of MongoDB, in which the data of a production service must not be stored.
 * @throws StoreRefusedError
 */
export async function refuseEmulator(db: Db): Promise<void> {
  const { modules } = (await db.admin().command({ buildInfo: 1 })) as BuildInfo;
  if (isEmulator(modules))
    throw new StoreRefusedError(
      "MongoDB",
      new Error(
        "the server is the emulator of this project, which is not for production: production needs a MongoDB server",
      ),
    );
}

interface BuildInfo {
  version: string;
  modules?: unknown;
}

const isEmulator = (modules: unknown) => Array.isArray(modules) && modules.includes("emulator");

const DUPLICATE_KEY = 11_000;

/** Whether MongoDB refused a write because a document with the same key in a unique index is stored already. */
export function isDuplicateKey(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether an error of an unordered insertion says that all documents which were not inserted are stored already. */
export function areAllDuplicates(error: unknown): error is MongoBulkWriteError {
  if (!(error instanceof MongoBulkWriteError) || error.errorResponse instanceof Error) return false;
  const refused = [error.writeErrors].flat();
  return refused.length > 0 && refused.every(({ code }) => code === DUPLICATE_KEY);
}
