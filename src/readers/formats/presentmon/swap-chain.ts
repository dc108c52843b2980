import { createFrameSeries, type FrameSeries } from "../../capture/frame-series.ts";
import { createGrowingFloats, type GrowingFloats } from "../../statistics/growing-floats.ts";
import { createDisplayTimes, type DisplayTimes } from "./display-times.ts";

/** The frames of one swap chain of one process, whose frame times are consecutive. */
export interface SwapChain extends FrameSeries {
  /** The executable's name; empty where the capture names none. */
  application: string;
  processId: string;
  /** Through what its first frame was presented, such as "DXGI" or "D3D9"; empty where the capture does not say. */
  runtime: string;
  /** The swap chain's address as the capture has it. */
  address: string;
  /** Indexes in `frameTimes` of the frames that were never displayed, ascending. */
  dropped: GrowingFloats;
  /** How many rows are generated frames (frame generation), which are not in `frameTimes`. */
  generated: number;
  /** The present of the latest rendered frame; without a time where the capture has no column FrameType. */
  latestPresent: Present;
  /** Whether the row of that present only says that a frame was displayed once more. */
  isLatestRepeated: boolean;
  /** For how long rendered and generated frames were displayed; empty where the capture has no column FrameType. */
  displayTimes: DisplayTimes;
  /** The time of the first frame that has one, in the unit of the capture's column; NaN where none has. */
  firstTime: number;
  /** The latest time of a frame, in the unit of the capture's column, a date in seconds; NaN where that holds neither. */
  lastTime: number;
  /** The line of the first frame whose time is earlier than that of a frame before it; 0 where there is none. */
  lineOfEarlierTime: number;
}

/** What tells a present from others: its time, as any text, and its frame time in milliseconds. */
export interface Present {
  time: string;
  frameTimeMs: number;
}

/** A swap chain without frames. */
export function createSwapChainFrames(application: string, processId: string, address: string): SwapChain {
  return {
    application,
    processId,
    address,
    runtime: "",
    ...createFrameSeries(),
    dropped: createGrowingFloats(),
    generated: 0,
    latestPresent: { time: "", frameTimeMs: Number.NaN },
    isLatestRepeated: false,
    displayTimes: createDisplayTimes(),
    firstTime: Number.NaN,
    lastTime: Number.NaN,
    lineOfEarlierTime: 0,
  };
}
