import { createFrameClock, type FrameClock } from "../../capture/frame-clock.ts";
import { createFrameSeries, type FrameSeries } from "../../capture/frame-series.ts";
import { message, type Message } from "../../message.ts";
import type { RowChannels } from "../../channels/row-channels.ts";
import { createGrowingFloats, type GrowingFloats } from "../../statistics/growing-floats.ts";
import { createDisplayTimes, type DisplayTimes } from "./display-times.ts";

/** The frames of one swap chain of one process, whose frame times are consecutive. */
export interface SwapChain extends FrameSeries {
  /** The executable's name; an empty string if the capture does not name it. */
  application: string;
  processId: string;
  /**
   * The runtime through which the first frame was displayed, such as "DXGI" or "D3D9"; empty if the capture does not
   * name it.
   */
  runtime: string;
  /** The address of the swap chain, as the capture contains it. */
  address: string;
  /** Indexes in `frameTimes` of the frames that were never displayed, ascending. */
  dropped: GrowingFloats;
  /** Whether the capture says of any frame that it was displayed. */
  tellsDropped: boolean;
  /**
   * The channels (values other than frame times, such as power) that the file records for each frame; null where the
   * file records no such values.
   */
  channels: RowChannels | null;
  /** The number of rows with generated frames (frame generation), whose times are not in `frameTimes`. */
  generated: number;
  /**
   * Identifies the present of the latest rendered frame (the moment at which the game handed the frame to the display).
   * The time is missing if the capture has no column FrameType.
   */
  latestPresent: Present;
  /**
   * Whether the row from which `latestPresent` was taken only says that an earlier frame was displayed again, and not
   * that the game rendered a frame.
   */
  isLatestRepeated: boolean;
  /**
   * Identifies the present (a frame that the game hands to the display) of the latest row. The time is missing if the
   * capture has no column FrameType.
   */
  latestRow: Present;
  /**
   * The sum of the frame times of all presents (frames handed to the display) after the latest rendered frame, in
   * milliseconds.
   */
  pendingMs: number;
  /** How long rendered and generated frames were displayed; empty where the capture has no column FrameType. */
  displayTimes: DisplayTimes;
  /** The times of the frames; empty where the capture has no column of times. */
  clock: FrameClock;
}

/**
 * Identifies a present (a frame that the application hands to the display) by its time, which may be any text, and by
 * its frame time in milliseconds.
 */
export interface Present {
  time: string;
  frameTimeMs: number;
}

/** Returns an empty swap chain, to which frames can be added. */
export function createSwapChainFrames(application: string, processId: string, address: string): SwapChain {
  return {
    application,
    processId,
    address,
    runtime: "",
    ...createFrameSeries(),
    dropped: createGrowingFloats(),
    tellsDropped: false,
    channels: null,
    generated: 0,
    latestPresent: { time: "", frameTimeMs: Number.NaN },
    isLatestRepeated: false,
    latestRow: { time: "", frameTimeMs: Number.NaN },
    pendingMs: 0,
    displayTimes: createDisplayTimes(),
    clock: createFrameClock(),
  };
}

/** The warning about a capture whose tool did not track when frames were displayed, and wrote 0 or NA instead. */
export const DISPLAY_UNKNOWN_WARNING: Message = message`The number of dropped frames is unknown: the file does not say which frames were displayed, or says of every frame that it was not.`;
