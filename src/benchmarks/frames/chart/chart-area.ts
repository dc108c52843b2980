/** The size of the whole picture, in pixels. */
export const chartSize = { width: 900, height: 360 } as const;

/** Where the plot stands in the picture: room for the title above, axes left and below, names of lines to the right. */
export const plot = { left: 56, top: 90, width: 708, height: 220 } as const;

/** What the plot shows: from 0 to these. */
export interface ChartRange {
  durationS: number;
  frameTimeMs: number;
}

/** Maps figures to pixels within the plot. */
export interface ChartArea {
  x(timeS: number): number;
  y(frameTimeMs: number): number;
}

/** The mapping for a range. */
export function createChartArea({ durationS, frameTimeMs }: ChartRange): ChartArea {
  return {
    x: (timeS) => (timeS / durationS) * plot.width,
    y: (ms) => plot.height - (ms / frameTimeMs) * plot.height,
  };
}

/** A coordinate as SVG has it: to a tenth of a pixel. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
