import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** An event loop that waits for less time finds events that were there already. */
const IDLE_MS = 0.1;

/**
 * Creates a lane for work of which many requests may ask at once: one has its turn, and after it the lane rests for as long as the
 * turn kept the process busy. So a crowd takes about half of the time, delays itself, and leaves the rest to everybody else. Who comes
 * alone, after nobody else has had anything to do, does not wait for the end of a rest.
 * @param holdMs a turn that takes longer waits for a store that is slow or away, and holds nothing up: all go on at once then. No
 * rest is longer either
 * @param options.time the time of which a turn takes a part; by default, that of the event loop
 * @param options.rest resolves after so many milliseconds
 */
export function createLane(holdMs: number, { time = eventLoopTime, rest = sleep }: LaneOptions = {}) {
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
    const begun: Rest = { idleBefore: time.idleMs() };
    resting = begun;
    void rest(Math.min(time.busyMs() - busyBefore, holdMs)).then(() => wake(begun));
  };
  const mustWait = () => {
    if (underWay > 0 || waiting.length > 0) return true;
    if (resting && time.idleMs() - resting.idleBefore < IDLE_MS) return true;
    resting = null;
    return false;
  };
  return {
    /** Runs work in its turn. Returns or throws what the work does. */
    take: async <T>(work: () => Promise<T>): Promise<T> => {
      if (mustWait()) await new Promise<void>((go) => waiting.push(go));
      underWay += 1;
      const busyBefore = time.busyMs();
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

/** What a turn takes and leaves to others. */
interface LaneTime {
  /** How long it was taken. */
  busyMs(): number;
  /** How long nobody wanted it. */
  idleMs(): number;
}

interface LaneOptions {
  time?: LaneTime;
  rest?: (ms: number) => Promise<unknown>;
}

interface Rest {
  idleBefore: number;
}

const eventLoopTime: LaneTime = {
  busyMs: () => performance.eventLoopUtilization().active,
  idleMs: () => performance.eventLoopUtilization().idle,
};

/** The time of a thread that has nothing to do but the turns. The event loop of this process does not tell who else wants a processor. */
export const threadTime: LaneTime = { busyMs: () => performance.now(), idleMs: () => 0 };
