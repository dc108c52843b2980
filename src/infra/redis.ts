import { Redis, ReplyError } from "ioredis";

export type { Redis };

const MAX_RECONNECT_DELAY_MS = 1000;

const reconnectDelayMs = (attempt: number) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS);

/**
 * Opens a connection for serving requests. A command fails when it gets no answer within the limit, and at once while Redis
 * is unavailable. The connection reconnects by itself.
 */
export function openRedis({ url, timeoutMs }: { url: string; timeoutMs: number }): Redis {
  return new Redis(url, requestOptions(timeoutMs));
}

function requestOptions(timeoutMs: number) {
  return {
    commandTimeout: timeoutMs,
    connectTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: reconnectDelayMs,
  };
}

/** Opens a connection for a worker: a command waits for as long as Redis is unavailable. */
export function openWaitingRedis(url: string): Redis {
  return new Redis(url, { maxRetriesPerRequest: null, retryStrategy: reconnectDelayMs });
}

/** Waits until a connection is ready. @throws Error when the connection is not ready within the limit */
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

/** How the messages of ioredis's own errors begin. These errors have no code. */
const unavailableMessages = [
  "Command timed out",
  "Connection is closed.",
  "Stream isn't writeable and enableOfflineQueue options is false",
  "Reached the max retries per request limit",
];
/** How the replies begin by which Redis refuses a write for a time. */
const refusalPrefixes = ["OOM ", "LOADING ", "MASTERDOWN ", "READONLY "];

/** Whether an error is a reply of Redis, as opposed to a missing reply. */
export function isRedisReplyError(error: unknown): error is Error {
  return error instanceof (ReplyError as typeof Error);
}

/** Whether an error says that Redis could not be reached, or that it refuses writes for a time. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  if (isRedisReplyError(error)) return refusalPrefixes.some((prefix) => message.startsWith(prefix));
  return unavailableMessages.some((beginning) => message.startsWith(beginning));
}
