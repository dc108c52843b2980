/** The ends of the axes. Both axes begin at 0. */
interface ChartRange {
  durationS: number;
  frameTimeMs: number;
}

/** Maps figures to pixels within the plot. */
export type ChartArea = ReturnType<typeof createChartArea>;

/** Creates the mapping for a range. */
export function createChartArea(range: ChartRange) {
  return {
    x: (timeS: number): number => (timeS / range.durationS) * plot.width,
    y: (frameTimeMs: number): number => plot.height - (frameTimeMs / range.frameTimeMs) * plot.height,
  };
}

/** The size of the whole picture, in pixels. */
export const chartSize = { width: 900, height: 360 } as const;

/** The place of the plot in the picture, in pixels. It leaves room for the title, the axes, and the labels to the right. */
export const plot = { left: 56, top: 90, width: 708, height: 220 } as const;

/** Formats a coordinate for SVG, rounded to a tenth of a pixel. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
