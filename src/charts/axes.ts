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
  /**
   * The size of one unit of the ticks, in the unit of the plot's axis: 60 for ticks in minutes on an axis in seconds.
   */
  unit?: number;
  /**
   * The quantity that the axis shows, with its unit. `horizontalAxis` does not escape the caption: the caller escapes
   * external text.
   */
  caption: string;
}

/**
 * Draws the horizontal axis of a chart as SVG: a mark below the plot at each tick, the number of each tick, and the
 * caption of the axis.
 */
export function horizontalAxis({ ticks, unit = 1, caption }: HorizontalAxis, area: ChartArea): string {
  const marks = ticks.values.map((value) => ({ value: value * unit, label: tickLabel(value, ticks.step) }));
  return labelledAxis(marks, caption, area);
}

/** A value of a horizontal axis that has a mark, and the text below the mark. */
export interface AxisMark {
  value: number;
  label: string;
}

/**
 * Draws a horizontal axis as SVG, with marks at any values of the axis. The marks stand below the plot, with their
 * labels and the caption of the axis. The function escapes neither the labels nor the caption.
 */
export function labelledAxis(marks: readonly AxisMark[], caption: string, { plot, x }: ChartArea): string {
  const drawn = marks.map(({ value, label }) => {
    const at = px(x(value));
    return (
      `<line class="axis" x1="${at}" x2="${at}" y1="${plot.height}" y2="${plot.height + 5}"/>` +
      `<text class="middle" x="${at}" y="${plot.height + 20}">${label}</text>`
    );
  });
  const text = `<text class="middle" x="${plot.width / 2}" y="${plot.height + 40}">${caption}</text>`;
  return drawn.join("") + text;
}
