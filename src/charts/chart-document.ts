import type { Plot } from "./chart-area.ts";
import { styleSheet, type ChartStyle, type ChartTheme } from "./chart-style.ts";
import { escapeText } from "./svg-text.ts";

/**
 * The frame around the plot of a chart: size, colours and texts. `chartDocument` escapes the texts; the caller cleans
 * external text first (`cleanText`).
 */
export interface ChartFrame {
  size: { width: number; height: number };
  plot: Plot;
  style: ChartStyle;
  /** The colours of the chart: light or dark; by default the viewer's preference. */
  theme?: ChartTheme;
  /** The accessible name and the description of the chart, for screen readers. */
  name: string;
  description: string;
  /** The heading of the chart, and the line of text below the heading. */
  title: string;
  subtitle: string;
  /** The quantity that the vertical axis shows, with its unit. */
  verticalCaption: string;
}

/** The parts of a chart, as SVG, that are drawn within its frame. */
export interface ChartParts {
  /** Parts of the chart, such as a legend, in coordinates of the whole picture. */
  outside: string;
  /**
   * Parts of the chart in coordinates of the plot, whose origin is the plot's upper left corner. A part may extend
   * beyond the plot.
   */
  inside: readonly string[];
}

/** Returns the SVG document of a chart. The document loads nothing and runs no script. */
export function chartDocument(frame: ChartFrame, { outside, inside }: ChartParts): string {
  const { size, plot, style } = frame;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" role="img">`,
    `<title>${escapeText(frame.name)}</title>`,
    `<desc>${escapeText(frame.description)}</desc>`,
    `<style>${styleSheet(style, frame.theme)}</style>`,
    `<rect class="paper" width="100%" height="100%"/>`,
    `<text class="title" x="16" y="30">${escapeText(frame.title)}</text>`,
    `<text x="16" y="50">${escapeText(frame.subtitle)}</text>`,
    outside,
    `<text x="16" y="${plot.top - 14}">${escapeText(frame.verticalCaption)}</text>`,
    `<g transform="translate(${plot.left} ${plot.top})">`,
    ...inside,
    `</g>`,
    `</svg>\n`,
  ].join("\n");
}
