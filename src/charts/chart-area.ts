/** The position and size of a plot in its picture, in pixels. */
export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The values at the ends of the horizontal and the vertical axis of a chart. */
interface ChartRange {
  /** The value at which the horizontal axis begins; default 0. The vertical axis always begins at 0. */
  xFrom?: number;
  x: number;
  y: number;
}

/** The position of a plot, and the functions that map values to pixels within the plot. */
export type ChartArea = ReturnType<typeof createChartArea>;

/** Creates the functions that map values of a range to pixels within a plot. */
export function createChartArea(plot: Plot, { xFrom = 0, x, y }: ChartRange) {
  return {
    plot,
    x: (value: number): number => ((value - xFrom) / (x - xFrom)) * plot.width,
    y: (value: number): number => plot.height - (value / y) * plot.height,
  };
}

/** Formats a coordinate for SVG, rounded to a tenth of a pixel. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
