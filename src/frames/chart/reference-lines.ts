import { px, type ChartArea, type Plot } from "../../charts/chart-area.ts";
import { formatFigure } from "../../charts/format-figure.ts";
import type { FrameMetrics } from "../../readers/index.ts";

/** A statistic of a run that a chart marks with a line, such as the average. */
export interface ReferenceLine {
  /** The CSS class of the line. The CSS class of the line's label is `<kind>-name`. */
  kind: "average" | "low" | "rare";
  name: string;
  /** The position of the line on the axis, in the unit of the axis. */
  value: number;
  /** The value of the statistic, with its units, as the label of the line shows it. */
  figures: string;
}

/** A function that converts a frame rate to its value on an axis and to the text of its label. */
type OnAxis = (fps: number) => Pick<ReferenceLine, "value" | "figures">;

/** Returns the value of a frame rate on an axis of frame times, and the text of its label: "9.50 ms · 105.3 fps". */
export const asFrameTime: OnAxis = (fps) => ({
  value: 1000 / fps,
  figures: `${formatFigure(1000 / fps, "ms")} ms · ${formatFigure(fps, "fps")} fps`,
});

/** Returns the value of a frame rate on an axis of frame rates, and the text of its label: "105.3 fps". */
export const asFrameRate: OnAxis = (fps) => ({ value: fps, figures: `${formatFigure(fps, "fps")} fps` });

/** Returns the average and the 1 % low of a run. A capture with fewer than 100 frames has no 1 % low. */
export function referencesOf(
  { average_fps, low_1_fps }: Pick<FrameMetrics, "average_fps" | "low_1_fps">,
  onAxis: OnAxis,
): ReferenceLine[] {
  const average: ReferenceLine = { kind: "average", name: "average", ...onAxis(average_fps) };
  return low_1_fps === null ? [average] : [average, { kind: "low", name: "1 % low", ...onAxis(low_1_fps) }];
}

/**
 * The height of a label in a chart, in pixels. A label has the name of a line, and below the name the value of the
 * line.
 */
const LABEL_HEIGHT = 32;

/** Returns the name and the value of a line in a chart: "average 9.50 ms · 105.3 fps". */
export function describeLine({ name, figures }: ReferenceLine): string {
  return `${name} ${figures}`;
}

/** Draws the given lines across the plot, each at its value, as SVG. */
export function referenceLines(lines: readonly ReferenceLine[], { plot, y }: ChartArea): string {
  return lines
    .map(({ kind, value }) => {
      const at = px(y(value));
      return `<line class="${kind}" x1="0" x2="${plot.width}" y1="${at}" y2="${at}"/>`;
    })
    .join("");
}

/** Draws the labels of lines to the right of the plot. Labels of lines that are close to each other are moved apart. */
export function referenceLabels(lines: readonly ReferenceLine[], { plot, y }: ChartArea): string {
  const lowestFirst = lines.toSorted((a, b) => a.value - b.value);
  const tops = lowestFirst.map(({ value }) => y(value) - LABEL_HEIGHT / 2);
  return labels(lowestFirst, spreadLabels(tops, plot), plot);
}

/** Draws the labels of lines, to the right of the plot, below each other from the upper end of the plot. */
export function labelsBelowEachOther(lines: readonly ReferenceLine[], plot: Plot): string {
  const tops = lines.map((_, index) => index * (LABEL_HEIGHT + 6));
  return labels(lines, tops, plot);
}

function labels(lines: readonly ReferenceLine[], tops: readonly number[], plot: Plot): string {
  return lines
    .map(({ kind, name, figures }, index) => {
      const top = tops[index] ?? 0;
      return (
        `<text class="${kind}-name" x="${plot.width + 10}" y="${px(top + 13)}">${name}</text>` +
        `<text class="figures" x="${plot.width + 10}" y="${px(top + 28)}">${figures}</text>`
      );
    })
    .join("");
}

/**
 * Moves labels up until no label covers another; if the highest label then lies above the plot, moves all labels down.
 * @param tops the labels' upper edges, the lowest label first
 */
function spreadLabels(tops: readonly number[], plot: Plot): number[] {
  const placed: number[] = [];
  for (const top of tops) {
    const below = placed.at(-1);
    const lowest = below === undefined ? plot.height - LABEL_HEIGHT : below - LABEL_HEIGHT;
    placed.push(Math.min(top, lowest));
  }
  const overhang = Math.max(0, -(placed.at(-1) ?? 0));
  return placed.map((top) => top + overhang);
}
