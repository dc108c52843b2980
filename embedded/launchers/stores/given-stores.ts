import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../../../src/config.ts";
import { openSearchEngine } from "../../../src/infra/meilisearch.ts";
import { openRedis, waitForRedis } from "../../../src/infra/redis.ts";
import { redactUrls } from "../../../src/infra/scrub.ts";

/** If Redis has not answered after this time in ms, the start logs that it waits for Redis. */
const WAITING_NOTICE_MS = 1000;
/**
 * The interval at which the start asks an unavailable Meilisearch again, and the time after which it stops asking, in
 * ms.
 */
const MEILI_POLL_MS = 100;
const MEILI_WAIT_MS = 3000;

/**
 * Waits for the Redis and the Meilisearch that the settings name, so that a wrong address is reported before web and
 * worker start. The web process and the worker process wait for MongoDB themselves, and report if MongoDB does not
 * answer.
 * @returns whether Meilisearch answers; without Meilisearch, everything but search works
 * @throws Error where Redis does not answer within START_TIMEOUT_MS; the message says what to check
 */
export async function awaitGivenStores(options: GivenStoresOptions): Promise<{ isSearchServed: boolean }> {
  const [isSearchServed] = await Promise.all([hasMeilisearch(options), requireRedis(options)]);
  return { isSearchServed };
}

interface GivenStoresOptions {
  config: Config;
  /**
   * The environment variables of this process: a store whose URL is not given was started by this process and
   * answers already.
   */
  given: NodeJS.ProcessEnv;
  /**
   * Prints a line about a store for which the start waits, or which is unavailable and without which the service
   * starts.
   */
  log: (line: string) => void;
  /** The signal that aborts the waiting for the stores. */
  signal?: AbortSignal | undefined;
}

async function requireRedis({ config, given, log, signal }: GivenStoresOptions): Promise<void> {
  if (!given["REDIS_URL"]) return;
  const timeoutMs = config.START_TIMEOUT_MS;
  const redis = openRedis({
    url: config.REDIS_URL,
    timeoutMs,
    silenceTimeoutMs: config.STORE_SILENCE_TIMEOUT_MS,
  });
  let reason = "Redis gives no answer";
  redis.on("error", (error: Error) => (reason = error.message));
  const notice = setTimeout(
    () => log(`waiting for Redis, for at most ${timeoutMs / 1000} seconds`),
    WAITING_NOTICE_MS,
  );
  const stop = () => redis.disconnect();
  const stopped = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  try {
    await Promise.race([waitForRedis(redis, timeoutMs), stopped]);
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(
      `Redis is unavailable (${redactUrls(reason)}). Check that Redis runs, and that REDIS_URL is its address. ` +
        "START_TIMEOUT_MS limits how long a start waits for Redis.",
      { cause: error },
    );
  } finally {
    clearTimeout(notice);
    stop();
  }
}

async function hasMeilisearch({ config, given, log, signal }: GivenStoresOptions): Promise<boolean> {
  if (!given["MEILI_URL"]) return true;
  const engine = openSearchEngine({
    url: config.MEILI_URL,
    apiKey: config.MEILI_KEY,
    connections: 1,
    timeoutMs: config.STORE_TIMEOUT_MS,
    silenceTimeoutMs: config.STORE_SILENCE_TIMEOUT_MS,
  });
  const deadline = performance.now() + Math.min(MEILI_WAIT_MS, config.START_TIMEOUT_MS);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const fault = await engine.ping().then(
        () => null,
        (error: unknown) => innermost(error),
      );
      if (fault === null) return true;
      if (performance.now() > deadline) {
        log(
          `Meilisearch is unavailable (${redactUrls(fault)}), so search is not served until it answers. ` +
            "Check that Meilisearch runs, and that MEILI_URL is its address.",
        );
        return false;
      }
      await sleep(MEILI_POLL_MS);
    }
  } finally {
    await engine.close();
  }
}

/**
 * Returns the message of the innermost cause of an error: the clients of the stores wrap the error of the connection in
 * errors of their own.
 */
function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermost(error.cause) : error.message;
}
