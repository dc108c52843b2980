import { createGrowingFloats } from "../statistics/growing-floats.ts";
import { sortInSteps } from "../statistics/sort-in-steps.ts";
import { quantile } from "../statistics/sums.ts";

/** The time for which a log of samples has no frame rate, between its first and its last sample with a frame rate. */
export interface UnsampledTime {
  /** The time between the first and the last sample with a frame rate, in seconds; NaN where the log has no times. */
  clockS: number;
  /** The number of samples with a frame rate, and the number of samples without a frame rate between them. */
  samples: number;
  missing: number;
  /** The time that the samples without a frame rate took, in seconds. */
  missingS: number;
  /** Whether `missingS` is the time of all samples without a frame rate, and not only of those that have a time. */
  isMissingKnown: boolean;
  /**
   * The time for which the log has no samples, in seconds: of each long step between two samples, the part beyond one
   * sampling period.
   */
  gapsS: number;
}

/**
 * Measures how long a log of samples has no frame rate. Samples before the first and after the last frame rate do not
 * count, because a log may begin before the game and end after it.
 */
export function createSampleTimes() {
  // For each sample with a frame rate, the time since the previous sample, in seconds.
  const steps = createGrowingFloats();
  let [first, last, latest] = [Number.NaN, Number.NaN, Number.NaN];
  let samples = 0;
  let missing = { count: 0, untimed: 0, seconds: 0 };
  // Counts the samples without a frame rate since the latest sample with a frame rate.
  let pending = { ...missing };
  return {
    /** Adds a sample of a log, with its time in seconds (NaN where the log has no times). */
    note(timeS: number, hasRate: boolean): void {
      if (samples === 0 && !hasRate) return;
      const step = Math.max(0, timeS - latest);
      if (!Number.isNaN(timeS)) latest = timeS;
      if (!hasRate) {
        pending.count += 1;
        if (Number.isNaN(step)) pending.untimed += 1;
        else pending.seconds += step;
        return;
      }
      if (samples > 0 && step > 0) steps.push(step);
      if (pending.count > 0) {
        missing = added(missing, pending);
        pending = { count: 0, untimed: 0, seconds: 0 };
      }
      samples += 1;
      if (Number.isNaN(first)) first = timeS;
      if (!Number.isNaN(timeS)) last = timeS;
    },
    /** Returns the times for which the log has no frame rate, measured from the samples that were added so far. */
    async read(): Promise<UnsampledTime> {
      const ascending = await sortInSteps(steps.values());
      const period = quantile(ascending, 0.5);
      return {
        clockS: last - first,
        samples,
        missing: missing.count,
        missingS: missing.seconds,
        isMissingKnown: missing.untimed === 0,
        gapsS: gapsIn(ascending, period),
      };
    },
  };
}

/** The times of the samples of a log. */
export type SampleTimes = ReturnType<typeof createSampleTimes>;

type Missing = Record<"count" | "untimed" | "seconds", number>;

function added(a: Missing, b: Missing): Missing {
  return { count: a.count + b.count, untimed: a.untimed + b.untimed, seconds: a.seconds + b.seconds };
}

// A step between two samples counts as a gap only above two periods plus a second, because time stamps may be whole
// seconds, and a tool may be late for a sample.
function gapsIn(steps: Float64Array, period: number): number {
  return steps.reduce((gaps, step) => (step > 2 * period + 1 ? gaps + step - period : gaps), 0);
}
