import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Creates a function that shares calls: while a call with a key is under way, further calls with the same key get the
 * promise of the call under way.
 */
export function createSharedCalls<T>() {
  const underWay = new Map<string, Promise<T>>();
  return (key: string, call: () => Promise<T>): Promise<T> => {
    const found = underWay.get(key);
    if (found) return found;
    const started = call().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}

/**
 * Creates a function that shares calls whose results must not be older than the request for them. If a call with the
 * same key is under way, a request gets the result of the next call, which begins when the present call has ended. So
 * for each key at most one call is under way, and at most one waits. Requests in the same iteration of the event loop
 * share a call.
 */
export function createFreshCalls<T>() {
  const started = new Map<string, FreshCall<T>>();
  const start = (key: string, work: () => Promise<T>): Promise<T> => {
    const call: FreshCall<T> = { hasBegun: false, result: begin(), next: null };
    started.set(key, call);
    async function begin(): Promise<T> {
      await nextTurn();
      call.hasBegun = true;
      try {
        return await work();
      } finally {
        if (call.next === null) started.delete(key);
      }
    }
    return call.result;
  };
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const call = started.get(key);
    if (!call) return start(key, work);
    if (!call.hasBegun) return call.result;
    const startNext = () => start(key, work);
    return (call.next ??= call.result.then(startNext, startNext));
  };
}

interface FreshCall<T> {
  hasBegun: boolean;
  result: Promise<T>;
  /**
   * The shared call that begins when the present call has ended, for the requests that came after the present call had
   * begun; null if no such request came.
   */
  next: Promise<T> | null;
}
