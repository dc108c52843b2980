import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** Where the process has had nothing to do for this part of a rest, nobody else wants the time. */
const IDLE_SHARE = 0.25;

/**
 * Creates a lane for work of which many requests may ask at once: one has its turn, and after it the lane rests for as long as the
 * turn kept the process busy. So a crowd takes about half of the time, delays itself, and leaves the rest to everybody else.
 * @param holdMs a turn that takes longer waits for a store that is slow or away, and holds nothing up: all go on at once then. No
 * rest is longer either
 * @param options.busyMs how long the process has been busy; by default, how long its event loop has not waited
 * @param options.idleMs how long the process has had nothing to do. Where nobody waits, a newcomer ends a rest early if the process had
 * nothing to do for at least a quarter of the rest so far. Without it, no rest ends early
 * @param options.rest resolves after so many milliseconds
 */
export function createLane(
  holdMs: number,
  { busyMs = busyOfEventLoop, idleMs = () => 0, rest = sleep }: LaneOptions = {},
) {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let resting: Rest | null = null;
  const letAllGo = () => {
    for (const go of waiting.splice(0)) go();
  };
  const wake = (ended: Rest) => {
    if (resting !== ended) return;
    resting = null;
    if (underWay === 0) waiting.shift()?.();
  };
  const leave = (busyBefore: number) => {
    underWay -= 1;
    if (underWay > 0) return;
    const begun: Rest = { busyBefore: busyMs(), idleBefore: idleMs() };
    resting = begun;
    void rest(Math.min(begun.busyBefore - busyBefore, holdMs)).then(() => wake(begun));
  };
  const isIdle = ({ busyBefore, idleBefore }: Rest) => {
    const idle = idleMs() - idleBefore;
    return idle > 0 && idle >= IDLE_SHARE * (idle + busyMs() - busyBefore);
  };
  const mustWait = () => {
    if (underWay > 0 || waiting.length > 0) return true;
    if (resting && !isIdle(resting)) return true;
    resting = null;
    return false;
  };
  return {
    /** Runs work in its turn. Returns or throws what the work does. */
    take: async <T>(work: () => Promise<T>): Promise<T> => {
      if (mustWait()) await new Promise<void>((go) => waiting.push(go));
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
  idleMs?: () => number;
  rest?: (ms: number) => Promise<unknown>;
}

/** What was told when a rest began. */
interface Rest {
  busyBefore: number;
  idleBefore: number;
}

const busyOfEventLoop = () => performance.eventLoopUtilization().active;

/** Returns how long the event loop of this process has waited for something to do, in milliseconds. */
export const idleOfEventLoop = (): number => performance.eventLoopUtilization().idle;
