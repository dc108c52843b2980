import { escapeText } from "../../charts/svg-text.ts";
import { seriesMark } from "../../charts/series-style.ts";

/** A row of the legend: the name of a capture, and its figures. `legend` escapes the texts. */
export interface LegendRow {
  name: string;
  figures: string;
  /**
   * Further text after the figures, which a narrow screen does not show. The text begins with the character that
   * separates it from the figures.
   */
  more: string;
}

/** The height of a row in pixels. */
const ROW_HEIGHT = 26;
const SAMPLE_WIDTH = 44;

/** Returns the height of a legend in pixels. */
export function legendHeight(rows: number): number {
  return rows * ROW_HEIGHT;
}

/**
 * Draws a legend as SVG, with a row for each capture: a piece of the capture's line with its mark, the name, and at the
 * right the figures.
 */
export function legend(
  rows: readonly LegendRow[],
  { left, right, top }: { left: number; right: number; top: number },
): string {
  return rows
    .map(({ name, figures, more }, index) => {
      const y = top + index * ROW_HEIGHT;
      return (
        `<path class="trend series-${index}" d="M${left},${y}h${SAMPLE_WIDTH}"/>` +
        seriesMark({ x: left + SAMPLE_WIDTH / 2, y }, index) +
        `<text class="name" x="${left + SAMPLE_WIDTH + 10}" y="${y + 4}">${escapeText(name)}</text>` +
        `<text class="end" x="${right}" y="${y + 4}">${escapeText(figures)}<tspan class="minor">${escapeText(more)}</tspan></text>`
      );
    })
    .join("");
}
