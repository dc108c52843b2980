import type { Clock } from "../../infra/clock.ts";

/**
 * Creates a cache for one answer of another server. Simultaneous callers share one request. If the request fails, every
 * caller gets the same error for `retryMs`, without another request.
 * @param options.load requests the answer from the server
 * @param options.maxAgeMs how long an answer is used, in ms
 * @param options.retryMs how long a failure is remembered, in ms
 */
export function createCachedAnswer<T>({ load, clock, maxAgeMs, retryMs }: CacheOptions<T>) {
  let answer: { value: T; at: Date } | undefined;
  let failure: { error: unknown; at: Date } | undefined;
  let loading: Promise<T> | undefined;
  const ageOf = ({ at }: { at: Date }) => Math.abs(clock().getTime() - at.getTime());

  async function loadAndKeep(): Promise<T> {
    try {
      const value = await load();
      answer = { value, at: clock() };
      failure = undefined;
      return value;
    } catch (error) {
      failure = { error, at: clock() };
      throw error;
    } finally {
      loading = undefined;
    }
  }

  async function read(): Promise<T> {
    if (failure !== undefined && ageOf(failure) < retryMs) throw failure.error;
    loading ??= loadAndKeep();
    return loading;
  }

  return {
    /**
     * Returns the cached answer of another server if the answer is younger than `maxAgeMs`, else loads the answer
     * again.
     * @throws the error of `load`
     */
    get: async (): Promise<T> =>
      answer !== undefined && ageOf(answer) < maxAgeMs ? answer.value : await read(),

    /**
     * Returns the cached answer of another server if the answer is younger than `ageMs`, else loads the answer again.
     * @throws the error of `load`
     */
    getYoungerThan: async (ageMs: number): Promise<T> =>
      answer !== undefined && ageOf(answer) < ageMs ? answer.value : await read(),
  };
}

interface CacheOptions<T> {
  load: () => Promise<T>;
  clock: Clock;
  maxAgeMs: number;
  retryMs: number;
}
