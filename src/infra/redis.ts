import { Redis, ReplyError, type Command, type RedisOptions as ClientOptions } from "ioredis";
import { connectionLimits, MAX_RECONNECT_DELAY_MS } from "./connection-limits.ts";
import { every } from "./every.ts";
import type { OnStoreCall } from "./store-calls.ts";

export type { Redis };

const reconnectDelayMs = (attempt: number) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS);

/**
 * Opens a connection to Redis for serving requests. A command fails when it gets no answer within `timeoutMs`, and
 * immediately while Redis is unavailable. The connection reconnects by itself.
 * @param options.silenceTimeoutMs the time, in ms, after which a connection whose answer is overdue is closed and
 * reopened
 * @param options.onCall the function that is called for each command
 */
export function openRedis({
  url,
  timeoutMs,
  silenceTimeoutMs,
  onCall,
}: RedisOptions & { timeoutMs: number }): Redis {
  const options = {
    ...connectionOptions(silenceTimeoutMs),
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  };
  return withPings(connect(url, options, onCall), silenceTimeoutMs);
}

/**
 * Opens a connection to Redis for a worker: a command waits as long as Redis is unavailable. A command that blocks must
 * end within the `blockMs` of `connectionLimits`, on this connection and on its duplicates.
 */
export function openWaitingRedis({ url, silenceTimeoutMs, onCall }: RedisOptions): Redis {
  const options = { ...connectionOptions(silenceTimeoutMs), maxRetriesPerRequest: null };
  return withPings(connect(url, options, onCall), silenceTimeoutMs);
}

/**
 * Opens a connection to Redis for a subscription. While Redis is unavailable, the connection tries to connect again and
 * again; the caller must subscribe at each `ready` event of the connection.
 */
export function openSubscriber({ url, silenceTimeoutMs, onCall }: RedisOptions): Redis {
  const options = {
    ...connectionOptions(silenceTimeoutMs),
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResubscribe: false,
  };
  return withPings(connect(url, options, onCall), silenceTimeoutMs);
}

interface RedisOptions {
  url: string;
  silenceTimeoutMs: number;
  /**
   * The function that is called for each command to Redis. The commands of a duplicate of the connection are not
   * reported, because a duplicate is for commands that wait for jobs.
   */
  onCall?: OnStoreCall | undefined;
}

function connect(url: string, options: ConnectionOptions, onCall: OnStoreCall | undefined): Redis {
  return onCall ? new ReportingRedis(url, options, onCall) : new Redis(url, options);
}

/**
 * Returns whether a command has failed because Redis is unavailable, or because Redis has refused the command. Returns
 * null for a script that Redis does not know yet, because the service then sends the text of the script.
 */
function failureOf(error: unknown): "unavailable" | "refused" | null {
  if (isRedisUnavailable(error)) return "unavailable";
  return isRedisReplyError(error) && error.message.startsWith("NOSCRIPT") ? null : "refused";
}

type ConnectionOptions = Omit<ClientOptions, "replyMapping">;

/** A connection to Redis that reports its commands to a function when they end. */
class ReportingRedis extends Redis {
  readonly #onCall: OnStoreCall;
  /**
   * The commands that were seen already, so that none is reported twice: ioredis sends a command again if the command
   * had to wait for the connection.
   */
  readonly #seen = new WeakSet<Command>();

  constructor(url: string, options: ConnectionOptions, onCall: OnStoreCall) {
    super(url, options);
    this.#onCall = onCall;
  }

  override sendCommand(...args: Parameters<Redis["sendCommand"]>): unknown {
    const [command] = args;
    if (!this.#seen.has(command)) {
      this.#seen.add(command);
      this.#report(command);
    }
    return super.sendCommand(...args);
  }

  #report({ name: operation, promise }: Command): void {
    const startedAt = performance.now();
    const end = (failure: "unavailable" | "refused" | null) =>
      this.#onCall({ store: "redis", operation, durationMs: performance.now() - startedAt, failure });
    promise.then(
      () => end(null),
      (error: unknown) => end(failureOf(error)),
    );
  }
}

function connectionOptions(silenceTimeoutMs: number) {
  return {
    connectTimeout: silenceTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    keepAlive: silenceTimeoutMs,
    retryStrategy: reconnectDelayMs,
  };
}

/**
 * Pings an unused connection to Redis, because a dead connection is only detected while an answer is due. The pings end
 * with the connection.
 */
function withPings(redis: Redis, silenceTimeoutMs: number): Redis {
  const ping = async () => {
    if (redis.status === "ready") void redis.ping().catch(() => undefined);
  };
  const { pingIntervalMs } = connectionLimits(silenceTimeoutMs);
  const pings = every(pingIntervalMs, ping, { isFirstDelayed: true, isBackground: true });
  redis.once("end", () => void pings.stop());
  return redis;
}

/** Waits until a connection to Redis is ready. @throws Error when the connection is not ready within `timeoutMs` */
export async function waitForRedis(redis: Redis, timeoutMs: number): Promise<void> {
  if (redis.status === "ready") return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      redis.off("ready", done);
      reject(new Error(`Redis was not ready within ${timeoutMs} ms`));
    }, timeoutMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    redis.once("ready", done);
  });
}

/** Returns the version of a Redis server; for a compatible server its name and version. */
export async function redisVersion(redis: Redis): Promise<string> {
  const lines = (await redis.info("server")).split(/\r?\n/);
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1);
  const name = field("server_name") ?? "redis";
  return name === "redis" ? (field("redis_version") ?? "unknown") : `${field(`${name}_version`)} (${name})`;
}

/** The beginnings of the messages of ioredis's own errors about an unavailable Redis: these errors have no code. */
const unavailableMessages = [
  "Command timed out",
  "Connection is closed.",
  "Stream isn't writeable and enableOfflineQueue options is false",
  "Reached the max retries per request limit",
  "Command aborted due to connection close",
];

/**
 * The error codes of a Redis that refuses a command for a time: the memory or the disk is full, the server is starting,
 * a script blocks it, it is a replica or has too few replicas, or the cluster is incomplete. Source:
 * `createSharedObjects` in Redis's server.c.
 */
const refusalCodes: ReadonlySet<string> = new Set([
  "OOM",
  "MISCONF",
  "LOADING",
  "BUSY",
  "READONLY",
  "MASTERDOWN",
  "NOREPLICAS",
  "CLUSTERDOWN",
  "TRYAGAIN",
]);

/** Whether an error is a reply of Redis, as opposed to a missing reply. */
export function isRedisReplyError(error: unknown): error is Error {
  return error instanceof (ReplyError as typeof Error);
}

/** Whether an error says that Redis could not be reached, or that Redis refuses commands for a time. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  if (isRedisReplyError(error)) return refusalCodes.has(message.split(" ", 1)[0] ?? "");
  return unavailableMessages.some((beginning) => message.startsWith(beginning));
}

/**
 * Whether an error that a connection or BullMQ reports as an event says that Redis is unavailable. Such errors are the
 * errors of commands, Node's errors of a connection, and ioredis's error of a connection that is silent.
 */
export function isRedisOutage(error: Error): boolean {
  const isOfConnection = "code" in error && typeof error.code === "string";
  return isOfConnection || error.message.startsWith("Socket timeout") || isRedisUnavailable(error);
}
