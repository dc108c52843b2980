import { px, type ChartArea } from "./chart-area.ts";

/**
 * A bar of a histogram: the range of values that the bar stands for, and the height of the bar on the vertical axis.
 */
export interface Bar {
  from: number;
  to: number;
  height: number;
}

/** Draws the bars of a histogram as SVG, in the CSS class `bar`. An empty bar is left out. */
export function drawBars(bars: readonly Bar[], { plot, x, y }: ChartArea): string {
  return bars
    .filter(({ height }) => height > 0)
    .map(({ from, to, height }) => {
      const [left, right, top] = [x(from) + 0.5, x(to) - 0.5, y(height)];
      return `<rect class="bar" x="${px(left)}" y="${px(top)}" width="${px(right - left)}" height="${px(plot.height - top)}"/>`;
    })
    .join("");
}
