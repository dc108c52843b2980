import { plot, px, type ChartArea } from "./chart-area.ts";
import { formatFigure } from "./scales.ts";

/** A frame rate that is drawn as a line across the plot. */
export interface ReferenceLine {
  /** Begins the names of its classes in the style. */
  kind: "average" | "low";
  name: string;
  fps: number;
}

/** Height of a name with its figures below. */
const LABEL_HEIGHT = 32;

/** The lines across the plot. */
export function referenceLines(lines: readonly ReferenceLine[], { y }: ChartArea): string {
  return lines
    .map(({ kind, fps }) => {
      const at = px(y(1000 / fps));
      return `<line class="${kind}" x1="0" x2="${plot.width}" y1="${at}" y2="${at}"/>`;
    })
    .join("");
}

/** The names of the lines, to the right of the plot; where lines are close their names are moved apart. */
export function referenceLabels(lines: readonly ReferenceLine[], { y }: ChartArea): string {
  const tops = spread(lines.map(({ fps }) => y(1000 / fps) - LABEL_HEIGHT / 2));
  return lines
    .map(({ kind, name, fps }, index) => {
      const top = tops[index] ?? 0;
      const figures = `${formatFigure(1000 / fps)} ms · ${formatFigure(fps)} fps`;
      return (
        `<text class="${kind}-name" x="${plot.width + 10}" y="${px(top + 13)}">${name}</text>` +
        `<text x="${plot.width + 10}" y="${px(top + 28)}">${figures}</text>`
      );
    })
    .join("");
}

/** Moves labels, given from the lowest to the highest, up until none covers another, and down again at the upper edge. */
function spread(tops: readonly number[]): number[] {
  const placed: number[] = [];
  for (const top of tops) {
    const below = placed.at(-1);
    const lowest = below === undefined ? plot.height - LABEL_HEIGHT : below - LABEL_HEIGHT;
    placed.push(Math.min(top, lowest));
  }
  const overhang = Math.max(0, -(placed.at(-1) ?? 0));
  return placed.map((top) => top + overhang);
}
