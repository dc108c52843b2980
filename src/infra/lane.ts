/**
 * Creates a lane for short work of which many requests may ask at once: one has its turn, and between two turns everything else
 * that the process has to do has its own. So a crowd delays itself and nobody else.
 * @param holdMs a turn that takes longer waits for a store that is slow or away, and holds nothing up: all go on at once then
 */
export function createLane(holdMs: number) {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const letAllGo = () => {
    for (const go of waiting.splice(0)) go();
  };
  const leave = () => {
    underWay -= 1;
    if (underWay === 0) waiting.shift()?.();
  };
  return {
    /** Runs work in its turn. Returns or throws what the work does. */
    take: async <T>(work: () => Promise<T>): Promise<T> => {
      if (underWay > 0 || waiting.length > 0) await new Promise<void>((go) => waiting.push(go));
      underWay += 1;
      const overrun = setTimeout(letAllGo, holdMs);
      try {
        return await work();
      } finally {
        clearTimeout(overrun);
        setImmediate(leave);
      }
    },
  };
}
