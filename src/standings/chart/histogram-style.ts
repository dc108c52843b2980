import type { ChartStyle } from "../../charts/chart-style.ts";

/** The style of a histogram of scores, in the colours of the chart of frame times. */
export const histogramStyle: ChartStyle = {
  light: "--bar: #2563c9; --bar-fill: #2563c933; --median: #12703a; --tenth: #59636e; --here: #b34700;",
  dark: "--bar: #5aa2ff; --bar-fill: #5aa2ff40; --median: #46c46c; --tenth: #97a1ac; --here: #f29447;",
  rules: `.bar { fill: var(--bar-fill); stroke: var(--bar); }
.median, .tenth, .here { stroke-width: 1.5; }
.median { stroke: var(--median); }
.tenth { stroke: var(--tenth); stroke-dasharray: 2 4; }
.here { stroke: var(--here); stroke-width: 2; }
.here-mark { fill: var(--here); }
.median-name { fill: var(--median); font-weight: 600; }
.tenth-name { font-weight: 600; }
.here-name { fill: var(--here); font-weight: 600; }
.message { fill: var(--text); font-size: 15px; }`,
};

/** The style of a narrow histogram, whose smaller title leaves room for the name of a graphics card. */
export const narrowHistogramStyle: ChartStyle = {
  ...histogramStyle,
  rules: `${histogramStyle.rules}
.title { font-size: 14px; }`,
};
