import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Creates a lane for work of which many requests may ask at once: one has its turn, and after it the lane rests for as long as the
 * turn kept the process busy. So a crowd takes about half of the time, delays itself, and leaves the rest to everybody else.
 * @param holdMs a turn that takes longer waits for a store that is slow or away, and holds nothing up: all go on at once then. No
 * rest is longer either
 * @param options.busyMs how long the process has been busy; by default, how long its event loop has not waited
 * @param options.rest resolves after so many milliseconds
 */
export function createLane(holdMs: number, { busyMs = busyOfEventLoop, rest = sleep }: LaneOptions = {}) {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let isResting = false;
  const letAllGo = () => {
    for (const go of waiting.splice(0)) go();
  };
  const wake = () => {
    isResting = false;
    if (underWay === 0) waiting.shift()?.();
  };
  const leave = (busyBefore: number) => {
    underWay -= 1;
    if (underWay > 0) return;
    isResting = true;
    void rest(Math.min(busyMs() - busyBefore, holdMs)).then(wake);
  };
  return {
    /** Runs work in its turn. Returns or throws what the work does. */
    take: async <T>(work: () => Promise<T>): Promise<T> => {
      if (underWay > 0 || isResting || waiting.length > 0) await new Promise<void>((go) => waiting.push(go));
      underWay += 1;
      const busyBefore = busyMs();
      const overrun = setTimeout(letAllGo, holdMs);
      try {
        return await work();
      } finally {
        clearTimeout(overrun);
        // What the caller does with the result at once, such as sending it, is a part of the turn.
        setImmediate(leave, busyBefore);
      }
    },
  };
}

interface LaneOptions {
  busyMs?: () => number;
  rest?: (ms: number) => Promise<unknown>;
}

const busyOfEventLoop = () => performance.eventLoopUtilization().active;
