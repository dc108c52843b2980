import {
  Meilisearch,
  MeilisearchApiError,
  MeilisearchRequestError,
  MeilisearchRequestTimeOutError,
} from "meilisearch";
import { Pool } from "undici";
import { connectionLimits } from "./connection-limits.ts";
import type { OnStoreCall, PoolState } from "./store-calls.ts";

/** Connections to Meilisearch. */
export type SearchEngine = ReturnType<typeof openSearchEngine>;

/** Opens a pool of connections to Meilisearch. Nothing is sent before the first call. */
export function openSearchEngine(options: SearchEngineOptions) {
  const { url, apiKey, connections, timeoutMs, silenceTimeoutMs, onCall } = options;
  const { pingIntervalMs } = connectionLimits(silenceTimeoutMs);
  const answerTimeoutMs = Math.min(timeoutMs, silenceTimeoutMs);
  const pool = new Pool(new URL(url).origin, {
    connections,
    connect: { timeout: answerTimeoutMs },
    // A connection is closed when it is unused for this time, whatever the server offers: it may be dead by then.
    keepAliveTimeout: pingIntervalMs,
    keepAliveMaxTimeout: pingIntervalMs,
    // Each request has a time limit of its own, because undici's timers fire up to half a second late.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const client = new Meilisearch({
    host: url,
    ...(apiKey !== undefined && { apiKey }),
    httpClient: reporting(pooledHttpClient(pool, answerTimeoutMs), onCall),
  });
  return {
    client,
    ping: async (): Promise<void> => {
      await client.health();
    },

    /** Returns the connections at this moment. */
    pool: (): PoolState => {
      const { connected, running, queued } = pool.stats;
      return { open: connected, inUse: running, waiting: queued, max: connections };
    },
    version: async (): Promise<string> => (await client.getVersion()).pkgVersion,
    close: (): Promise<void> => pool.close(),
  };
}

/** Returns Meilisearch's answer behind an error, or undefined where it gave none. The client wraps the answer in another error. */
export function searchEngineAnswer(error: unknown): MeilisearchApiError | undefined {
  const cause = error instanceof MeilisearchRequestError ? error.cause : error;
  return cause instanceof MeilisearchApiError ? cause : undefined;
}

/**
 * Whether an error says that Meilisearch could not be reached or cannot answer at the moment, as where its disk is full, an index is
 * damaged or too many searches wait, as opposed to having refused something. A multi-search answers 400 for faults of Meilisearch's own,
 * too, which only their type tells.
 */
export function isSearchEngineUnavailable(error: unknown): boolean {
  const answer = searchEngineAnswer(error);
  if (answer) return answer.response.status >= 500 || answer.cause?.type === "internal";
  return error instanceof MeilisearchRequestError || error instanceof MeilisearchRequestTimeOutError;
}

interface SearchEngineOptions {
  url: string;
  apiKey: string | undefined;
  connections: number;
  timeoutMs: number;
  silenceTimeoutMs: number;
  /** Is told of each request. */
  onCall?: OnStoreCall | undefined;
}

type FetchLike = (...args: Parameters<typeof fetch>) => Promise<unknown>;

/**
 * Sends the client's requests through a pool of undici, which avoids about 40 ms a search: Node's own fetch writes a request
 * in two small packets, and on the same machine the second packet waits for a delayed ACK.
 */
function pooledHttpClient(pool: Pool, timeoutMs: number): FetchLike {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const { statusCode, text } = await withinLimit(timeoutMs, init.signal, async (signal) => {
      const response = await pool.request({
        path: `${pathname}${search}`,
        method: init.method ?? "GET",
        headers: Object.fromEntries(new Headers(init.headers)),
        body: (init.body as string | undefined) ?? null,
        signal,
      });
      return { statusCode: response.statusCode, text: await response.body.text() };
    });
    const answer: unknown = text === "" ? undefined : JSON.parse(text);
    if (statusCode >= 400) throw apiError(statusCode, answer);
    return answer;
  };
}

/** Returns an HTTP client that reports its requests. */
function reporting(send: FetchLike, onCall: OnStoreCall | undefined): FetchLike {
  if (!onCall) return send;
  return async (input, init) => {
    const startedAt = performance.now();
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const operation = `${init?.method ?? "GET"} ${patternOf(pathname)}`;
    const end = (failure: "unavailable" | "refused" | null) =>
      onCall({ store: "meilisearch", operation, durationMs: performance.now() - startedAt, failure });
    try {
      const answer = await send(input, init);
      end(null);
      return answer;
    } catch (error) {
      end(
        error instanceof MeilisearchApiError && !isSearchEngineUnavailable(error) ? "refused" : "unavailable",
      );
      throw error;
    }
  };
}

/** Returns a path of Meilisearch's API with a placeholder for what it names: an index, a task, a document. */
function patternOf(path: string): string {
  return path
    .replace(/\/(indexes|tasks|batches|keys)\/[^/]+/, "/$1/:uid")
    .replace(/\/documents\/(?!fetch$|delete$|delete-batch$|edit$)[^/]+/, "/documents/:id");
}

/**
 * Runs a request with a signal that aborts after the time limit, or when the outer signal aborts. The client drops its own
 * time limit where a request has a signal already, as the requests that poll a task have. AbortSignal.any and
 * AbortSignal.timeout do not serve here: Node 20 may collect their signals as garbage before they abort, whereas a timer
 * keeps this signal alive.
 */
async function withinLimit<T>(
  timeoutMs: number,
  outer: AbortSignal | null | undefined,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const onAbort = () => limit.abort(outer?.reason);
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  outer?.addEventListener("abort", onAbort, { once: true });
  try {
    outer?.throwIfAborted();
    return await request(limit.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", onAbort);
  }
}

function apiError(status: number, answer: unknown): MeilisearchApiError {
  return new MeilisearchApiError(
    new Response(null, { status }),
    answer as ConstructorParameters<typeof MeilisearchApiError>[1],
  );
}
