/** How many points of a series an answer has where the client requests no other number. */
export const DEFAULT_POINTS = 1000;

/** The default chart and points of a series, which most clients request: made once, and stored beside the series. */
export interface FrameOverview {
  /** The chart, as SVG. */
  chart: string;
  /** DEFAULT_POINTS points of the series, or all of a shorter series: the JSON of `FramePoints`. */
  points: string;
}

/** A downsampled series, in the form in which clients get it. */
export interface FramePoints {
  /** The end of each frame, in seconds from the beginning of the capture, and its frame time, in milliseconds. */
  points: [time_s: number, frame_time_ms: number][];
  /**
   * The frames that were never displayed: how many, and when they ended, in seconds; null where the capture does not
   * say.
   */
  dropped: { frames: number; times_s: number[] } | null;
}
