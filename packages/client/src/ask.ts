import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError, FileError, ProblemError } from "./errors.ts";

/** How a client behaves while the service is away or busy. */
export interface Patience {
  /**
   * The maximum sum of the pauses of one call, in seconds; default: 60. A call fails instead of beginning a pause that
   * would exceed this sum.
   */
  patienceS?: number;
  /**
   * The function that is called before each pause between two attempts of a request, with the reason for the pause and
   * its length in seconds.
   */
  onPause?: (reason: string, seconds: number) => void;
}

/** The answer of openapi-fetch to one request. */
export interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

const FIRST_PAUSE_S = 0.5;
const MAX_PAUSE_S = 15;

/** A function that sends a request, and repeats the request while the service is away or busy. */
export type Ask = ReturnType<typeof createAsk>;

/**
 * Creates the function that sends requests and returns the data of their answers. The function repeats a request after
 * a broken connection, and after an answer 429 or 503 with `Retry-After`. It throws all other errors immediately.
 */
export function createAsk({ patienceS = 60, onPause }: Patience) {
  /**
   * Sends a request, and repeats the request while the service is away or busy.
   * @param send sends the request; called once for each attempt. Repeating the request must change nothing: it reads,
   * or it has an idempotency key.
   * @throws ProblemError, ConnectionError, FileError, or the reason of the signal
   */
  return async function ask<T>(send: () => Promise<Answer<T>>, signal?: AbortSignal): Promise<T> {
    let pausedS = 0;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await trySending(send);
      if ("data" in outcome) return outcome.data;
      signal?.throwIfAborted();
      const pauseS = pauseAfter(outcome.error, attempt);
      if (pauseS === null || pausedS + pauseS > patienceS) throw outcome.error;
      pausedS += pauseS;
      onPause?.(outcome.error.message, pauseS);
      await sleep(pauseS * 1000, undefined, signal && { signal });
    }
  };
}

async function trySending<T>(send: () => Promise<Answer<T>>): Promise<{ data: T } | { error: Error }> {
  try {
    const { data, error, response } = await send();
    return response.ok && data !== undefined ? { data } : { error: new ProblemError(response, error) };
  } catch (error) {
    if (error instanceof SyntaxError)
      return {
        error: new Error(
          "A server answers at the URL of the service, but it is no PC Benchmarks service. Check the URL.",
          { cause: error },
        ),
      };
    if (!(error instanceof Error)) return { error: new Error(String(error)) };
    if (error instanceof FileError) return { error };
    if (isOfFile(error)) return { error: new FileError(error) };
    // fetch reports every failure of a connection as a TypeError.
    return { error: error instanceof TypeError ? new ConnectionError(error) : error };
  }
}

/** Whether a request failed because its file changed, or could not be read, during the upload. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotReadableError" || isOfFile(error.cause));
}

function pauseAfter(error: Error, attempt: number): number | null {
  const growing = Math.min(MAX_PAUSE_S, FIRST_PAUSE_S * 2 ** attempt);
  if (error instanceof ConnectionError) return growing;
  const isBusy = error instanceof ProblemError && (error.status === 429 || error.status === 503);
  if (!isBusy || error.retryAfterS === null) return null;
  // The client pauses even if `Retry-After` is 0 s, so that it does not repeat requests without a break.
  return error.retryAfterS === 0 ? growing : error.retryAfterS;
}
