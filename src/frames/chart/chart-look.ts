import type { ChartTheme } from "../../charts/chart-style.ts";

/**
 * What the chart of a capture shows: the frame times over time, the frame rate over time, the histogram of the frame
 * times, the frame times by percentile, or the channels, which are what else the file recorded over time.
 */
export const chartViews = ["frame_times", "fps", "histogram", "percentiles", "channels"] as const;
export type ChartView = (typeof chartViews)[number];

/** The views that are drawn from the frame times alone. */
export type SeriesView = Exclude<ChartView, "channels">;

/** The requested look of the chart of a capture: its size in pixels, and its colours. */
export interface ChartLook {
  width: number;
  height: number;
  theme: ChartTheme;
}

/** The view of a chart if the client requests no other view. */
export const DEFAULT_VIEW = "frame_times" satisfies ChartView;

/**
 * The look of a chart if the client requests no other look. The chart of the default view in this look is drawn once
 * and stored.
 */
export const DEFAULT_LOOK: ChartLook = { width: 900, height: 360, theme: "auto" };

/**
 * The sizes that a chart may have, in pixels. In a smaller chart, the texts would leave no room for the line of frame
 * times.
 */
export const LOOK_LIMITS = { minWidth: 320, maxWidth: 2000, minHeight: 280, maxHeight: 1200 } as const;

/** Returns a name of a chart's look (its size and colours). Different looks have different names. */
export const nameOfLook = ({ width, height, theme }: ChartLook): string => `${width} × ${height} ${theme}`;

/** Returns whether a look is the default look, whose chart is stored. */
export const isDefaultLook = (look: ChartLook): boolean => nameOfLook(look) === nameOfLook(DEFAULT_LOOK);
