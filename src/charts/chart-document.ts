import type { Plot } from "./chart-area.ts";
import { styleSheet, type ChartStyle, type ChartTheme } from "./chart-style.ts";
import { escapeText } from "./svg-text.ts";

/** The frame around the plot of a chart. Its texts are escaped here; what comes from outside is to be cleaned before (`cleanText`). */
export interface ChartFrame {
  size: { width: number; height: number };
  plot: Plot;
  style: ChartStyle;
  /** By default the mode of whoever looks at the chart. */
  theme?: ChartTheme;
  /** What programs that read pictures aloud call the chart, and what they say of it. */
  name: string;
  description: string;
  /** The heading, and the line below it. */
  title: string;
  subtitle: string;
  /** What the vertical axis shows, with its unit. */
  verticalCaption: string;
}

/** What a chart draws, as SVG. */
export interface ChartParts {
  /** In coordinates of the whole picture, such as a legend. */
  outside: string;
  /** In coordinates of the plot, which may reach beyond it. */
  inside: readonly string[];
}

/** Returns the SVG document of a chart. It loads nothing and runs no script. */
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
