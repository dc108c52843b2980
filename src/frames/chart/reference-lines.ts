import { px, type ChartArea, type Plot } from "../../charts/chart-area.ts";
import { formatFigure } from "../../charts/scales.ts";

/** A frame rate of a run that a chart shows as a line across the plot. */
export interface ReferenceLine {
  /** The CSS class of the line. The CSS class of the label is `<kind>-name`. */
  kind: "average" | "low";
  name: string;
  fps: number;
}

/** Height of a label in pixels: the label has a name, and the figures of the line below the name. */
const LABEL_HEIGHT = 32;

/** Returns the name and the figures of a line: "average 9.50 ms · 105 fps". */
export function describeLine(line: ReferenceLine): string {
  return `${line.name} ${figuresOf(line)}`;
}

/** Returns the figures of a line: "9.50 ms · 105 fps". */
export function figuresOf({ fps }: ReferenceLine): string {
  return `${formatFigure(1000 / fps)} ms · ${formatFigure(fps)} fps`;
}

/** Draws the lines of the frame rates across the plot, as SVG. */
export function referenceLines(lines: readonly ReferenceLine[], { plot, y }: ChartArea): string {
  return lines
    .map(({ kind, fps }) => {
      const at = px(y(1000 / fps));
      return `<line class="${kind}" x1="0" x2="${plot.width}" y1="${at}" y2="${at}"/>`;
    })
    .join("");
}

/**
 * Draws the labels of the lines, to the right of the plot. Labels of lines that are close to each other are moved
 * apart.
 */
export function referenceLabels(lines: readonly ReferenceLine[], { plot, y }: ChartArea): string {
  const tops = spreadLabels(
    lines.map(({ fps }) => y(1000 / fps) - LABEL_HEIGHT / 2),
    plot,
  );
  return lines
    .map((line, index) => {
      const { kind, name } = line;
      const top = tops[index] ?? 0;
      return (
        `<text class="${kind}-name" x="${plot.width + 10}" y="${px(top + 13)}">${name}</text>` +
        `<text class="figures" x="${plot.width + 10}" y="${px(top + 28)}">${figuresOf(line)}</text>`
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
