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
 * Draws a horizontal axis as SVG whose marks need not be equally far apart: the marks with their labels below the plot,
 * and the caption of the axis, which `labelledAxis` does not escape.
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
