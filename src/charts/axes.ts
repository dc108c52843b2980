import { px, type ChartArea } from "./chart-area.ts";
import { tickLabel, type Ticks } from "./scales.ts";

/**
 * Draws the vertical axis as SVG: at each tick a line across the plot, with the number of the tick to the left of the
 * line.
 */
export function verticalAxis({ step, values }: Ticks, { plot, y }: ChartArea): string {
  return values
    .map((value) => {
      const at = px(y(value));
      return (
        `<line class="${value === 0 ? "axis" : "grid"}" x1="0" x2="${plot.width}" y1="${at}" y2="${at}"/>` +
        `<text class="end" x="-8" y="${px(y(value) + 4)}">${tickLabel(value, step)}</text>`
      );
    })
    .join("");
}

/** Options of a horizontal axis. */
interface HorizontalAxis {
  ticks: Ticks;
  /** The value of one unit of the ticks in the unit of the area, such as 60 (seconds) for ticks in minutes. */
  unit?: number;
  /**
   * The quantity that the axis shows, with its unit. `horizontalAxis` does not escape the caption: the caller escapes
   * external text.
   */
  caption: string;
}

/**
 * Draws the horizontal axis as SVG: at each tick a mark below the plot with the number of the tick, and the caption of
 * the axis.
 */
export function horizontalAxis({ ticks, unit = 1, caption }: HorizontalAxis, { plot, x }: ChartArea): string {
  const marks = ticks.values.map((value) => {
    const at = px(x(value * unit));
    return (
      `<line class="axis" x1="${at}" x2="${at}" y1="${plot.height}" y2="${plot.height + 5}"/>` +
      `<text class="middle" x="${at}" y="${plot.height + 20}">${tickLabel(value, ticks.step)}</text>`
    );
  });
  const text = `<text class="middle" x="${plot.width / 2}" y="${plot.height + 40}">${caption}</text>`;
  return marks.join("") + text;
}
