/** How many points of a series a client gets that names no number. */
export const DEFAULT_POINTS = 1000;

/** What most clients want of a series: made once, and stored beside the series. */
export interface FrameOverview {
  /** The chart, as SVG. */
  chart: string;
  /** DEFAULT_POINTS points of the series as JSON, or all of a shorter series: `[[time_s, frame_time_ms], …]`. */
  points: string;
}
