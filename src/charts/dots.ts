import type { Bar } from "./bars.ts";
import { px, type ChartArea } from "./chart-area.ts";

/** The largest radius of a dot of a histogram, in pixels. */
const MAX_RADIUS = 8;

/**
 * Draws a histogram of few values as SVG. In place of each bar stands a column of dots, one dot for each unit of the
 * bar's height. The dots have the CSS class `bar`.
 */
export function drawDots(bars: readonly Bar[], { plot, x }: ChartArea): string {
  const most = Math.max(...bars.map(({ height }) => height));
  const widths = bars.map(({ from, to }) => (x(to) - x(from)) / 2);
  const radius = Math.min(MAX_RADIUS, plot.height / (2 * most), ...widths);
  return bars
    .flatMap(({ from, to, height }) =>
      Array.from({ length: height }, (_, index) => {
        const [cx, cy] = [x((from + to) / 2), plot.height - (2 * index + 1) * radius];
        return `<circle class="bar" cx="${px(cx)}" cy="${px(cy)}" r="${px(radius - 0.5)}"/>`;
      }),
    )
    .join("");
}
