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
