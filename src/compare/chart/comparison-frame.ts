import type { Plot } from "../../charts/chart-area.ts";
import { chartDocument } from "../../charts/chart-document.ts";
import type { ChartTheme } from "../../charts/chart-style.ts";
import { seriesChartStyle } from "../../charts/series-style.ts";
import { cleanText } from "../../charts/svg-text.ts";
import { legend, legendHeight, type LegendRow } from "./legend.ts";

/** The widths that a chart of several captures may have, in pixels, and its width if a request names no width. */
export const COMPARISON_WIDTH = { min: 320, max: 2000, usual: 900 } as const;
/**
 * The width in pixels below which a chart is narrow: in its legend, the figures of a capture then stand below the name
 * of the capture.
 */
const NARROW = 600;
/** The height that the horizontal axis and its caption take below the plot, in pixels. */
const AXIS_HEIGHT = 62;
const MARGIN = 16;
/** The approximate width of a letter in the title of a chart, in pixels. */
const TITLE_LETTER_WIDTH = 10;

/** The size and the colours of a chart of several captures. */
export interface ComparisonFrame {
  /** The width of the chart, in pixels. */
  width: number;
  theme: ChartTheme;
}

/**
 * Returns where a chart of several captures has its plot, in pixels, and how many ticks its horizontal axis may have.
 */
export function layoutOf({ width }: Pick<ComparisonFrame, "width">) {
  const isNarrow = width < NARROW;
  const left = isNarrow ? 44 : 64;
  const plot: Plot = { left, top: 96, width: width - left - (isNarrow ? MARGIN : 24), height: 260 };
  return { isNarrow, plot, maxTicks: isNarrow ? 4 : 8 };
}

/** The texts of a chart of several captures. Callers need not escape the texts. */
interface ComparisonTexts {
  name: string;
  title: string;
  subtitle: string;
  verticalCaption: string;
  rows: readonly LegendRow[];
}

/** Returns the SVG document of a chart of several captures, with its legend below the plot. */
export function comparisonDocument(
  { rows, title, ...texts }: ComparisonTexts,
  { width, theme }: ComparisonFrame,
  inside: readonly string[],
): string {
  const { plot, isNarrow } = layoutOf({ width });
  const legendTop = plot.top + plot.height + AXIS_HEIGHT;
  const frame = {
    ...texts,
    title: cleanText(title, Math.floor((width - 2 * MARGIN) / TITLE_LETTER_WIDTH)),
    theme,
    size: { width, height: legendTop + legendHeight(rows.length, isNarrow) },
    plot,
    style: seriesChartStyle({ isNarrow }),
    description: [
      texts.subtitle,
      ...rows.map(({ name, figures, more }) => `${name}: ${figures}${more}`),
    ].join("; "),
  };
  const place = { left: MARGIN, right: width - MARGIN, top: legendTop, isNarrow };
  return chartDocument(frame, { outside: legend(rows, place), inside });
}
