import { formatFigure } from "../../charts/format-figure.ts";
import { formatNumber } from "../../charts/scales.ts";
import { FIRST_ROW } from "./chart-layout.ts";
import type { CutValues } from "./frame-line.ts";
import type { ReferenceLine } from "./reference-lines.ts";

interface Marks {
  cut: CutValues;
  /** The frame time at the upper end of the axis, as the label of the axis shows it. */
  endLabel: string;
  longestMs: number;
  dropped: number;
}

/**
 * Returns the explanations of the marks for frames that exceed the axis and for dropped frames, as one SVG text for
 * each kind of mark that the chart has.
 */
export function describeMarks({ cut, endLabel, longestMs, dropped }: Marks): string[] {
  const texts: string[] = [];
  if (cut.count > 0)
    texts.push(
      `▲ ${frameCount(cut.count)} above ${endLabel} ms, the longest ${formatFigure(longestMs, "ms")} ms`,
    );
  if (dropped > 0) texts.push(`<tspan class="dropped-name">|</tspan> ${frameCount(dropped)} dropped`);
  return texts;
}

/** Draws the explanations of a chart's marks in one line, which ends at `x`. */
export function legendLine(marks: readonly string[], x: number): string {
  return marks.length > 0 ? `<text class="end legend" x="${x}" y="50">${marks.join("\u2003")}</text>` : "";
}

/**
 * Draws the names and values of a chart's lines and the explanations of its marks below the title, each text in its
 * own row.
 */
export function legendRows(lines: readonly ReferenceLine[], marks: readonly string[]): string {
  const rowY = (row: number) => FIRST_ROW.y + row * FIRST_ROW.height;
  const names = lines.map((line, row) => {
    const y = rowY(row);
    return (
      `<line class="${line.kind}" x1="16" x2="40" y1="${y - 4}" y2="${y - 4}"/>` +
      `<text x="48" y="${y}"><tspan class="${line.kind}-name">${line.name}</tspan> ${line.figures}</text>`
    );
  });
  const others = marks.map((text, index) => `<text x="16" y="${rowY(lines.length + index)}">${text}</text>`);
  return [...names, ...others].join("");
}

/** Returns a count with its noun: "1 frame", "2,000 frames". */
export function frameCount(count: number): string {
  return countText(count, "frame");
}

/** Returns a count with a noun: "1 sample", "2,000 samples". */
export function countText(count: number, noun: string): string {
  return `${formatNumber(count, 0)} ${noun}${count === 1 ? "" : "s"}`;
}
