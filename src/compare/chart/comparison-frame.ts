import type { Plot } from "../../charts/chart-area.ts";
import { chartDocument } from "../../charts/chart-document.ts";
import type { ChartTheme } from "../../charts/chart-style.ts";
import { legend, legendHeight, type LegendRow } from "./legend.ts";
import { seriesChartStyle } from "../../charts/series-style.ts";

const WIDTH = 900;
/** The height of the horizontal axis and its caption below the plot, in pixels. */
const AXIS_HEIGHT = 62;
const MARGIN = 16;

/** The position and size of the plot in a chart of several captures, in pixels. */
export const comparisonPlot: Plot = { left: 64, top: 96, width: 812, height: 260 };

/** The texts of a chart of several captures. Callers need not escape the texts. */
interface ComparisonTexts {
  name: string;
  title: string;
  subtitle: string;
  verticalCaption: string;
  rows: readonly LegendRow[];
  theme: ChartTheme;
}

/** Returns the SVG document of a chart of several captures, with its legend below the plot. */
export function comparisonDocument({ rows, ...texts }: ComparisonTexts, inside: readonly string[]): string {
  const plot = comparisonPlot;
  const legendTop = plot.top + plot.height + AXIS_HEIGHT;
  const frame = {
    ...texts,
    size: { width: WIDTH, height: legendTop + legendHeight(rows.length) },
    plot,
    style: seriesChartStyle,
    description: [
      texts.subtitle,
      ...rows.map(({ name, figures, more }) => `${name}: ${figures}${more}`),
    ].join("; "),
  };
  const place = { left: MARGIN, right: WIDTH - MARGIN, top: legendTop };
  return chartDocument(frame, { outside: legend(rows, place), inside });
}
