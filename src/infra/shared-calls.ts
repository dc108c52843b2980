import { setImmediate as nextTurn } from "node:timers/promises";

/** Shares calls that are under way: whoever asks for the same thing meanwhile gets the same promise. */
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
 * Shares calls whose results must not be older than the question: whoever asks for the same thing while a call is under way gets the
 * next one, which begins when that one has ended. So at most one call for each thing is under way, and one waits. Those that are asked
 * for within one turn of the event loop are the same call.
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
  /** The call for those who ask from its beginning on; null where nobody has. */
  next: Promise<T> | null;
}
