import type { ChartStyle } from "../../charts/chart-style.ts";

/**
 * A chart counts as shrunk where it is displayed at less than two thirds of its width. The texts of a shrunk chart are
 * larger, and texts without room are left out.
 */
const SHRUNK = 2 / 3;

const NO_STYLE: ChartStyle = { light: "", dark: "", rules: "" };

/**
 * Returns the styles of the chart of one capture.
 * @param size.width the width of the chart, in pixels
 * @param more further styles of the view that the chart shows
 */
export const frameChartStyle = ({ width }: { width: number }, more = NO_STYLE): ChartStyle => ({
  light: `--line: #2563c9; --area: #2563c91a; --average: #12703a; --low: #b34700; --dropped: #c8202f;${more.light}`,
  dark: `--line: #5aa2ff; --area: #5aa2ff1f; --average: #46c46c; --low: #f29447; --dropped: #ff6b6b;${more.dark}`,
  rules: `.frames { fill: none; stroke: var(--line); stroke-width: 1.1; stroke-linejoin: round; stroke-linecap: round; }
.area { fill: var(--area); }
.average, .low { stroke-width: 1.5; }
.average { stroke: var(--average); }
.low { stroke: var(--low); stroke-dasharray: 6 4; }
.average-name { fill: var(--average); font-weight: 600; }
.low-name { fill: var(--low); font-weight: 600; }
.dropped { stroke: var(--dropped); }
.dropped-name { fill: var(--dropped); }
.cut { fill: var(--text); }${more.rules}
@media (max-width: ${Math.floor(width * SHRUNK)}px) {
  text { font-size: 19px; }
  .title { font-size: 26px; }
  .figures { display: none; }
  .legend { transform: translate(0, 26px); }
}`,
});
