import { createFrameSeries, type FrameSeries } from "../../capture/frame-series.ts";
import { createGrowingFloats, type GrowingFloats } from "../../statistics/growing-floats.ts";

/** The frames of one swap chain of one process, whose frame times are consecutive. */
export interface SwapChain extends FrameSeries {
  /** The executable's name; empty where the capture names none. */
  application: string;
  processId: string;
  /** The swap chain's address as the capture has it. */
  address: string;
  /** Indexes in `frameTimes` of the frames that were never displayed, ascending. */
  dropped: GrowingFloats;
  /** How many of `frameTimes` were generated (frame generation) rather than rendered. */
  generated: number;
  /** The last value of the column TimeInSeconds; NaN where the capture has no such column. */
  lastTimeS: number;
}

/** A swap chain without frames. */
export function createSwapChainFrames(application: string, processId: string, address: string): SwapChain {
  const rest = { dropped: createGrowingFloats(), generated: 0, lastTimeS: Number.NaN };
  return { application, processId, address, ...createFrameSeries(), ...rest };
}
