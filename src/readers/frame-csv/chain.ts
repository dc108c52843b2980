import { createFrameSeries, type FrameSeries } from "../logs/frame-series.ts";
import { createGrowingFloats, type GrowingFloats } from "../statistics/growing-floats.ts";

/** The rows of one swap chain of one process: the unit whose frame times follow each other. */
export interface Chain extends FrameSeries {
  /** The executable's name; empty where the capture names none. */
  application: string;
  processId: string;
  swapChain: string;
  /** Places in `frameTimes` of the frames that were never displayed, ascending. */
  dropped: GrowingFloats;
  /** How many of `frameTimes` were generated rather than rendered. */
  generated: number;
  /** The last value of the column TimeInSeconds; NaN where there is none. */
  lastTimeS: number;
}

/** A chain without rows. */
export function createChain(application: string, processId: string, swapChain: string): Chain {
  const rest = { dropped: createGrowingFloats(), generated: 0, lastTimeS: Number.NaN };
  return { application, processId, swapChain, ...createFrameSeries(), ...rest };
}
