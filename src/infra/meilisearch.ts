import {
  Meilisearch,
  MeilisearchApiError,
  MeilisearchRequestError,
  MeilisearchRequestTimeOutError,
} from "meilisearch";
import { Pool } from "undici";

/** An open connection to Meilisearch. */
export interface SearchEngine {
  client: Meilisearch;
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface SearchEngineOptions {
  url: string;
  apiKey: string | undefined;
  connections: number;
  timeoutMs: number;
}

type FetchLike = (...args: Parameters<typeof fetch>) => Promise<unknown>;

/**
 * Sends the client's requests through a pool of undici. Node's own fetch writes a request in two small packets, and on
 * the same machine the second waits for a delayed ACK: about 40 ms a search that this does not have.
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

/**
 * Gives a request a signal that aborts after a time limit, or when the caller's own does: waiting for a task brings one, and
 * with it the client's time limit would not hold. Node 20 collects what AbortSignal.any and AbortSignal.timeout make as
 * garbage while it is waited for, and then it never aborts; a timer holds on to this one.
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

/** Opens a pool of connections to Meilisearch. Nothing is sent before the first call. */
export function openSearchEngine({ url, apiKey, connections, timeoutMs }: SearchEngineOptions): SearchEngine {
  const pool = new Pool(new URL(url).origin, {
    connections,
    connect: { timeout: timeoutMs },
    // The limit is each request's own: undici's timers go off up to half a second late.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const client = new Meilisearch({
    host: url,
    ...(apiKey !== undefined && { apiKey }),
    httpClient: pooledHttpClient(pool, timeoutMs),
  });
  return {
    client,
    ping: async () => {
      await client.health();
    },
    close: () => pool.close(),
  };
}

/** The answer of Meilisearch behind an error, or undefined where there was none. The client wraps it once more. */
export function searchEngineAnswer(error: unknown): MeilisearchApiError | undefined {
  const cause = error instanceof MeilisearchRequestError ? error.cause : error;
  return cause instanceof MeilisearchApiError ? cause : undefined;
}

/** Whether an error says that Meilisearch could not be reached, as opposed to having refused something. */
export function isSearchEngineUnavailable(error: unknown): boolean {
  const isRequestError =
    error instanceof MeilisearchRequestError || error instanceof MeilisearchRequestTimeOutError;
  return isRequestError && searchEngineAnswer(error) === undefined;
}
