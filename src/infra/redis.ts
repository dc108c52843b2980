import { Redis, ReplyError } from "ioredis";

export type { Redis };

const MAX_RECONNECT_DELAY_MS = 1000;

const reconnectDelayMs = (attempt: number) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS);

/**
 * A connection that serves requests: a command that gets no answer within the limit fails, and so does one that is sent
 * while Redis is away. It comes back by itself.
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

/** A connection that waits for Redis as long as it takes, as a worker must. */
export function openWaitingRedis(url: string): Redis {
  return new Redis(url, { maxRetriesPerRequest: null, retryStrategy: reconnectDelayMs });
}

/** Resolves when a connection is ready, or after the limit. @throws when it is not ready by then */
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

const unavailableMessages = [
  "Command timed out",
  "Connection is closed.",
  "Stream isn't writeable and enableOfflineQueue options is false",
  "Reached the max retries per request limit",
];
const refusedPrefixes = ["OOM ", "LOADING ", "MASTERDOWN ", "READONLY "];

/** Whether an error is Redis's own answer, as opposed to there being none. */
export function isRedisReplyError(error: unknown): error is Error {
  return error instanceof (ReplyError as typeof Error);
}

/** Whether an error says that Redis could not be reached, or is in no state to take a write. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  if (isRedisReplyError(error)) return refusedPrefixes.some((prefix) => message.startsWith(prefix));
  return unavailableMessages.some((beginning) => message.startsWith(beginning));
}
