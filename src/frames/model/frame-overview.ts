import type { ChannelName } from "../../readers/index.ts";

/** The number of points of a series in an answer if the client requests no number. */
export const DEFAULT_POINTS = 1000;

/**
 * The default chart and points of a series. The service makes them once and stores them in addition to the series,
 * because most clients request them.
 */
export interface FrameOverview {
  /** The default chart of the series, as SVG. */
  chart: string;
  /** DEFAULT_POINTS points of the series, or all points of a shorter series, as the JSON of `FramePoints`. */
  points: string;
}

/** A frame series that is downsampled to some points, in the form in which clients get it. */
export interface FramePoints {
  /**
   * For each frame, the time of its end in seconds from the beginning of the capture, and its frame time in
   * milliseconds.
   */
  points: [time_s: number, frame_time_ms: number][];
  /**
   * The frames that were never displayed: their number, and the times of their ends in seconds; null if the capture
   * does not say which frames were displayed.
   */
  dropped: { frames: number; times_s: number[] } | null;
  /**
   * The requested channels (such as temperatures), with a value for each point; null before the first value of the
   * channel.
   */
  channels?: { name: ChannelName; unit: string; values: (number | null)[] }[];
}
