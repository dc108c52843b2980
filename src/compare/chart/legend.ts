import { escapeText } from "../../charts/svg-text.ts";
import { seriesMark } from "../../charts/series-style.ts";

/** A row of the legend: the name of a capture, and its figures. `legend` escapes the texts. */
export interface LegendRow {
  name: string;
  figures: string;
  /**
   * Further text after the figures in a row of the legend. A wide chart that is shrunk to a narrow screen hides this
   * text. The text begins with the character that separates it from the figures.
   */
  more: string;
}

/**
 * The height of a row of the legend in pixels: in a wide chart, and in a narrow chart, which has the figures below the
 * name.
 */
const ROW_HEIGHT = 26;
const NARROW_ROW_HEIGHT = 42;
/** The distance between the name of a capture in a legend and the figures below the name, in pixels. */
const LINE_HEIGHT = 16;
const SAMPLE_WIDTH = 44;

/** Returns the height of a legend in pixels. The page of a comparison reserves this height for the chart. */
export function legendHeight(rows: number, isNarrow: boolean): number {
  return rows * (isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT);
}

interface LegendPlace {
  left: number;
  right: number;
  top: number;
  /** Whether the figures of a capture stand below its name, and not at the right of it. */
  isNarrow: boolean;
}

/**
 * Draws a legend as SVG, with a row for each capture: a piece of the capture's line with its mark, the name, and the
 * figures.
 */
export function legend(rows: readonly LegendRow[], { left, right, top, isNarrow }: LegendPlace): string {
  return rows
    .map(({ name, figures, more }, index) => {
      const y = top + index * (isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT);
      const textLeft = left + SAMPLE_WIDTH + 10;
      const ofFigures = isNarrow
        ? `x="${textLeft}" y="${y + 4 + LINE_HEIGHT}"`
        : `class="end" x="${right}" y="${y + 4}"`;
      return (
        `<path class="trend series-${index}" d="M${left},${y}h${SAMPLE_WIDTH}"/>` +
        seriesMark({ x: left + SAMPLE_WIDTH / 2, y }, index) +
        `<text class="name" x="${textLeft}" y="${y + 4}">${escapeText(name)}</text>` +
        `<text ${ofFigures}>${escapeText(figures)}<tspan class="minor">${escapeText(more)}</tspan></text>`
      );
    })
    .join("");
}
