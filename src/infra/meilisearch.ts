import {
  Meilisearch,
  MeilisearchApiError,
  MeilisearchRequestError,
  MeilisearchRequestTimeOutError,
} from "meilisearch";
import { Pool, type Dispatcher } from "undici";
import { connectionLimits } from "./connection-limits.ts";
import type { OnStoreCall, PoolState } from "./store-calls.ts";

/** The pool of connections to Meilisearch, and the client that uses the pool. */
export type SearchEngine = ReturnType<typeof openSearchEngine>;

/** Opens a pool of connections to Meilisearch. Nothing is sent before the first call. */
export function openSearchEngine(options: SearchEngineOptions) {
  const { url, apiKey, connections, timeoutMs, silenceTimeoutMs, onCall } = options;
  const { pingIntervalMs } = connectionLimits(silenceTimeoutMs);
  const answerTimeoutMs = Math.min(timeoutMs, silenceTimeoutMs);
  const pool = new Pool(new URL(url).origin, {
    connections,
    connect: { timeout: answerTimeoutMs },
    // The time after which an unused connection to Meilisearch is closed, in ms, even if the server would keep the
    // connection open for longer: the connection may be dead by then.
    keepAliveTimeout: pingIntervalMs,
    keepAliveMaxTimeout: pingIntervalMs,
    // Switch off undici's timers, which fire up to half a second late: each request has its own time limit.
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

    /** Returns the numbers of connections to Meilisearch at this moment. */
    pool: (): PoolState => {
      const { connected, running, queued } = pool.stats;
      return { open: connected, inUse: running, waiting: queued, max: connections };
    },
    version: async (): Promise<string> => (await client.getVersion()).pkgVersion,
    close: (): Promise<void> => pool.close(),
  };
}

/**
 * Returns the answer of Meilisearch that an error of the Meilisearch client wraps; undefined if Meilisearch gave no
 * answer.
 */
export function searchEngineAnswer(error: unknown): MeilisearchApiError | undefined {
  const cause = error instanceof MeilisearchRequestError ? error.cause : error;
  return cause instanceof MeilisearchApiError ? cause : undefined;
}

/**
 * Whether an error says that Meilisearch could not be reached or cannot answer at the moment, for instance because its
 * disk is full, an index is damaged or too many searches wait. False for an error by which Meilisearch refuses a
 * request. A multi-search answers 400 for internal faults of Meilisearch, too; only the type of the error distinguishes
 * these faults from refusals.
 */
export function isSearchEngineUnavailable(error: unknown): boolean {
  const answer = searchEngineAnswer(error);
  if (answer) return answer.response.status >= 500 || answer.cause?.type === "internal";
  return error instanceof MeilisearchRequestError || error instanceof MeilisearchRequestTimeOutError;
}

/**
 * Whether an error says that Meilisearch gave no answer within the time limit, as opposed to a connection that broke or
 * was refused.
 */
export function isSearchEngineSilent(error: unknown): boolean {
  const cause = error instanceof MeilisearchRequestError ? error.cause : error;
  return cause instanceof NoAnswerError || cause instanceof MeilisearchRequestTimeOutError;
}

/** Meilisearch gave no answer within the time limit. */
class NoAnswerError extends Error {
  override name = "NoAnswerError";

  constructor(timeoutMs: number) {
    super(`Meilisearch gave no answer within ${timeoutMs} ms`);
  }
}

interface SearchEngineOptions {
  url: string;
  apiKey: string | undefined;
  connections: number;
  timeoutMs: number;
  silenceTimeoutMs: number;
  /** The function that is called at the end of each request to Meilisearch. */
  onCall?: OnStoreCall | undefined;
}

type FetchLike = (...args: Parameters<typeof fetch>) => Promise<unknown>;

/**
 * Sends the requests of the Meilisearch client through a pool of undici, which avoids about 40 ms a search: Node's own
 * fetch writes a request in two small packets, and on the same machine the second packet waits for a delayed ACK.
 */
function pooledHttpClient(pool: Pool, timeoutMs: number): FetchLike {
  /**
   * The headers that were converted last, as a cache: the Meilisearch client passes the same headers object with all
   * its requests, unless a body has another type.
   */
  let last: { given: RequestInit["headers"]; read: Record<string, string> } | undefined;
  const headersOf = (given: RequestInit["headers"]) => {
    if (last?.given !== given || last === undefined)
      last = { given, read: Object.fromEntries(new Headers(given)) };
    return last.read;
  };
  return async (input, init = {}) => {
    const { statusCode, text } = await answerOf(pool, timeoutMs, init.signal, {
      path: pathOf(input),
      method: init.method ?? "GET",
      headers: headersOf(init.headers),
      body: (init.body as string | undefined) ?? null,
    });
    const answer: unknown = text === "" ? undefined : JSON.parse(text);
    if (statusCode >= 400) throw apiError(statusCode, answer);
    return answer;
  };
}

/** Returns the path and the query string of a request. */
function pathOf(input: Parameters<typeof fetch>[0]): string {
  const { pathname, search } =
    input instanceof URL ? input : new URL(input instanceof Request ? input.url : input);
  return `${pathname}${search}`;
}

/** Returns an HTTP client that reports each of its requests to `onCall`. */
function reporting(send: FetchLike, onCall: OnStoreCall | undefined): FetchLike {
  if (!onCall) return send;
  return async (input, init) => {
    const startedAt = performance.now();
    const operation = `${init?.method ?? "GET"} ${patternOf(pathOf(input))}`;
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

/**
 * Returns the pattern of a path of Meilisearch's API: the path with a placeholder for each name of an index, a task or
 * a document.
 */
function patternOf(path: string): string {
  const [withoutQuery = ""] = path.split("?", 1);
  return withoutQuery
    .replace(/\/(indexes|tasks|batches|keys)\/[^/]+/, "/$1/:uid")
    .replace(/\/documents\/(?!fetch$|delete$|delete-batch$|edit$)[^/]+/, "/documents/:id");
}

/** An answer of Meilisearch. */
interface RawAnswer {
  statusCode: number;
  text: string;
}

/**
 * Sends a request to Meilisearch, and aborts it after the time limit or when the caller's signal aborts. This function
 * applies the time limit, because the Meilisearch client applies none to a request with a signal, such as the requests
 * that poll a task. The function handles the events of the answer directly, because a stream and a signal for each
 * answer would make a search a tenth slower.
 */
function answerOf(
  pool: Pool,
  timeoutMs: number,
  outer: AbortSignal | null | undefined,
  request: Dispatcher.DispatchOptions,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let statusCode = 0;
    let sending: Dispatcher.DispatchController | undefined;
    let brokenOff: Error | undefined;
    const breakOff = (reason: unknown) => {
      brokenOff ??=
        reason instanceof Error
          ? reason
          : new Error("the request to Meilisearch was broken off", { cause: reason });
      end();
      reject(brokenOff);
      sending?.abort(brokenOff);
    };
    const onAbort = () => breakOff(outer?.reason);
    const timer = setTimeout(() => breakOff(new NoAnswerError(timeoutMs)), timeoutMs);
    const end = () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    };
    if (outer?.aborted) {
      onAbort();
      return;
    }
    outer?.addEventListener("abort", onAbort, { once: true });
    pool.dispatch(request, {
      onRequestStart: (controller) => {
        sending = controller;
        if (brokenOff) controller.abort(brokenOff);
      },
      onResponseStart: (_controller, status) => {
        statusCode = status;
      },
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => {
        end();
        resolve({ statusCode, text: textOf(chunks) });
      },
      onResponseError: (_controller, error) => {
        end();
        reject(error);
      },
    });
  });
}

function textOf(chunks: readonly Buffer[]): string {
  const [first, ...others] = chunks;
  if (!first) return "";
  return (others.length === 0 ? first : Buffer.concat(chunks)).toString("utf8");
}

function apiError(status: number, answer: unknown): MeilisearchApiError {
  return new MeilisearchApiError(
    new Response(null, { status }),
    answer as ConstructorParameters<typeof MeilisearchApiError>[1],
  );
}
