import type { ChartTheme } from "../../charts/chart-style.ts";

/**
 * The views in which a chart can show a capture. Three views show frame times: over time, as a histogram, and by
 * percentile. One view shows the frame rate over time. The last view shows the channels: other values, such as
 * temperatures, that the file recorded.
 */
export const chartViews = ["frame_times", "fps", "histogram", "percentiles", "channels"] as const;
export type ChartView = (typeof chartViews)[number];

/** The views of a chart that are drawn from the frame times alone. */
export type SeriesView = Exclude<ChartView, "channels">;

/** The requested look of the chart of a capture: its size in pixels, and its colours. */
export interface ChartLook {
  width: number;
  height: number;
  theme: ChartTheme;
}

/** The view (frame times, histogram or another) that a chart shows if the client requests none. */
export const DEFAULT_VIEW = "frame_times" satisfies ChartView;

/**
 * The look (size and colours) of a chart if the client requests no other look. The chart of the default view in this
 * look is drawn once and stored.
 */
export const DEFAULT_LOOK: ChartLook = { width: 900, height: 360, theme: "auto" };

/**
 * The minimum and maximum sizes of a chart, in pixels. In a smaller chart, the texts would leave no room for the line
 * of frame times.
 */
export const LOOK_LIMITS = { minWidth: 320, maxWidth: 2000, minHeight: 280, maxHeight: 1200 } as const;

/** Returns a unique name for the look of a chart (its size and colours). */
export const nameOfLook = ({ width, height, theme }: ChartLook): string => `${width} × ${height} ${theme}`;

/** Returns whether the look of a chart is the default look, in which charts are stored. */
export const isDefaultLook = (look: ChartLook): boolean => nameOfLook(look) === nameOfLook(DEFAULT_LOOK);
