import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A rest of the queue (its pause after a piece of work) ends early if the process was idle for at least this share of
 * the rest: an idle process has no other work that needs the time.
 */
const IDLE_SHARE = 0.25;

/**
 * Creates a queue that throttles work for which many requests may ask at once. One piece of work runs at a time, and
 * then the queue rests for as long as the work kept the process busy. So all requests for the work together take about
 * half of the time of the process, and wait for each other; the other half is left to all other requests.
 * @param holdMs the maximum time that one piece of work delays the others, and the maximum length of a rest. Work that
 * takes longer is probably waiting for a slow or unavailable store, so all waiting work is then started
 * @param options.busyMs returns how long the process has been busy, in ms; by default the time in which its event loop
 * has not waited
 * @param options.idleMs returns how long the process has been idle, in ms. If no work waits, new work ends a rest early
 * if the process was idle for at least a quarter of the rest so far. Without this option no rest ends early
 * @param options.rest resolves after the given number of milliseconds
 */
export function createThrottledQueue(
  holdMs: number,
  { busyMs = busyOfEventLoop, idleMs = () => 0, rest = sleep }: ThrottledQueueOptions = {},
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
    /** Runs work when all earlier work in the queue has ended. Returns the result of the work, or throws its error. */
    take: async <T>(work: () => Promise<T>): Promise<T> => {
      if (mustWait()) await new Promise<void>((go) => waiting.push(go));
      underWay += 1;
      const busyBefore = busyMs();
      const overrun = setTimeout(letAllGo, holdMs);
      try {
        return await work();
      } finally {
        clearTimeout(overrun);
        // Call `leave` only after the code that awaits the result has run: what this code does with the result
        // immediately, such as sending it, counts as part of the work.
        setImmediate(leave, busyBefore);
      }
    },
  };
}

interface ThrottledQueueOptions {
  busyMs?: () => number;
  idleMs?: () => number;
  rest?: (ms: number) => Promise<unknown>;
}

/**
 * The busy and the idle time of the process at the moment when the queue began to rest (to pause after a piece of
 * work).
 */
interface Rest {
  busyBefore: number;
  idleBefore: number;
}

const busyOfEventLoop = () => performance.eventLoopUtilization().active;

/** Returns how long the event loop of this process has waited for something to do, in milliseconds. */
export const idleOfEventLoop = (): number => performance.eventLoopUtilization().idle;
