import { createFrameSeries } from "../logs/frame-series.ts";
import type { FrameSeries } from "../logs/frame-series.ts";

/** The rows of one swap chain of one process: the unit whose frame times follow each other. */
export interface Chain extends FrameSeries {
  /** The executable's name; empty where the capture names none. */
  application: string;
  processId: string;
  swapChain: string;
  /** Of the frames in `frameTimes`: never displayed, and generated rather than rendered. */
  dropped: number;
  generated: number;
  /** The last value of the column TimeInSeconds; NaN where there is none. */
  lastTimeS: number;
}

/** A chain without rows. */
export function createChain(application: string, processId: string, swapChain: string): Chain {
  const counts = { dropped: 0, generated: 0, lastTimeS: Number.NaN };
  return { application, processId, swapChain, ...createFrameSeries(), ...counts };
}
