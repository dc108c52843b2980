import { sortInSteps } from "../../statistics/sort-in-steps.ts";
import { quantile } from "../../statistics/sums.ts";

const MS_PER_NS = 1e-6;

// The minimum ratio of an elapsed time to the greatest earlier elapsed time of the same log. MangoHud may measure time
// with the system clock, which the operating system may correct during a log. A row with a lower ratio belongs to
// another log.
const MIN_SHARE_OF_LATEST = 0.9;

// The minimum ratio of the sum of the frame times to the elapsed time in a log that contains every frame. Without
// rounding, the two would be equal.
const EVERY_FRAME_SHARE = 0.9;

/**
 * The maximum ratio of the sum of the frame times to an elapsed time in nanoseconds. Frames cannot take longer than the
 * elapsed time, unless its unit is not nanoseconds or the frame times were changed.
 */
const MAX_SHARE_OF_NS = 3;
/**
 * The maximum median difference between consecutive elapsed times of a log in microseconds, as MangoHud of 2020 writes
 * it. If so small a difference were in nanoseconds, the game would have had more than 1,000 frames per second.
 */
const MAX_STEP_US = 1e6;

/**
 * The maximum ratio of the 95th to the 5th percentile of the differences between consecutive elapsed times, in a log
 * that was written at an interval. The ratio is 1.001 in a real log with an interval, and 1.4 or more in logs of every
 * frame.
 */
const MAX_SPREAD_OF_INTERVAL = 1.1;
/**
 * The minimum median difference between consecutive elapsed times, in milliseconds, in a log that was written at an
 * interval. In a game whose frame rate is capped, the differences may be as even, but they are smaller.
 */
const MIN_INTERVAL_MS = 50;

/**
 * What the rows of a log are: every frame (`log_interval=0`), samples at intervals, or only some of the frames or
 * frames with changed times.
 */
type LogKind = "frames" | "samples" | "someFrames";

/** Measures the time from the first row of a log of MangoHud to the last row by the column `elapsed`. */
export function createStopwatch() {
  let first = Number.NaN;
  let last = Number.NaN;
  return {
    /** Whether the elapsed time of a row shows that another log begins with the row. */
    isReset: (elapsed: number): boolean => elapsed >= 0 && elapsed < MIN_SHARE_OF_LATEST * last,
    note(elapsed: number): void {
      // Number.MAX_SAFE_INTEGER nanoseconds are 104 days: ignore a larger elapsed time, and a text that is no number,
      // as damaged.
      if (!(elapsed >= 0 && elapsed <= Number.MAX_SAFE_INTEGER)) return;
      if (Number.isNaN(first)) first = elapsed;
      last = Number.isNaN(last) ? elapsed : Math.max(last, elapsed);
    },
    /** Returns the difference of the greatest and the first elapsed time; NaN where the log has no elapsed time. */
    passed: (): number => last - first,
    /**
     * Returns what the rows of the log are (every frame, samples, or only some frames), and how many milliseconds the
     * unit of the elapsed time has (NaN where the log has no elapsed time).
     * @param framesMs the sum of the frame times
     * @param elapsed the elapsed times of all rows
     */
    async read(framesMs: number, elapsed: Float64Array): Promise<{ kind: LogKind; msPerElapsed: number }> {
      const passed = last - first;
      if (!(passed > 0)) return { kind: "samples", msPerElapsed: Number.NaN };
      const share = framesMs / (passed * MS_PER_NS);
      if (share >= EVERY_FRAME_SHARE && share <= MAX_SHARE_OF_NS)
        return { kind: "frames", msPerElapsed: MS_PER_NS };
      const ascending = await sortInSteps(stepsOf(elapsed));
      const median = quantile(ascending, 0.5);
      const msPerElapsed = share > MAX_SHARE_OF_NS && median <= MAX_STEP_US ? 1000 * MS_PER_NS : MS_PER_NS;
      if (framesMs >= EVERY_FRAME_SHARE * passed * msPerElapsed) return { kind: "frames", msPerElapsed };
      const isEven = quantile(ascending, 0.95) <= MAX_SPREAD_OF_INTERVAL * quantile(ascending, 0.05);
      const hasInterval = isEven && median * msPerElapsed >= MIN_INTERVAL_MS;
      return { kind: hasInterval ? "samples" : "someFrames", msPerElapsed };
    },
  };
}

// Returns the differences between consecutive elapsed times of a log, without those of damaged times and of times that
// go back.
function stepsOf(elapsed: Float64Array): Float64Array {
  return elapsed
    .map((time, row) => time - (elapsed[row - 1] ?? Number.NaN))
    .filter((step) => step > 0 && step <= Number.MAX_SAFE_INTEGER);
}

/** Measures the time between the rows of a log. */
export type Stopwatch = ReturnType<typeof createStopwatch>;
