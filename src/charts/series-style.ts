import { px } from "./chart-area.ts";
import type { ChartStyle } from "./chart-style.ts";

/**
 * The style in which a series (one line of a chart, such as one of several captures) is drawn. Each series of a chart
 * has its own colour, pattern of dashes and shape of marks, so that each of these three alone identifies the series.
 */
interface SeriesStyle {
  light: string;
  dark: string;
  dashes: string;
  /** The shape of a mark, as SVG path data around the point 0, 0. */
  mark: string;
}

/** The styles of the series of a chart, which has at most eight series. */
const styles: readonly SeriesStyle[] = [
  { light: "#2563c9", dark: "#5aa2ff", dashes: "none", mark: "M-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z" },
  { light: "#b34700", dark: "#f29447", dashes: "9 4", mark: "M-4,-4h8v8h-8z" },
  { light: "#12703a", dark: "#46c46c", dashes: "2.5 3", mark: "M0,-5l5,9h-10z" },
  { light: "#8e2fa8", dark: "#d08bff", dashes: "10 3 2 3", mark: "M0,-5.5l5,5.5l-5,5.5l-5,-5.5z" },
  { light: "#c8202f", dark: "#ff6b6b", dashes: "16 4", mark: "M-4.5,-4.5l9,9m0,-9l-9,9" },
  { light: "#0b6f80", dark: "#3fd0e0", dashes: "5 2 2 2 2 2", mark: "M0,-5.5v11m-5.5,-5.5h11" },
  { light: "#6b5b00", dark: "#d6c24a", dashes: "5 5", mark: "M0,5l5,-9h-10z" },
  { light: "#4b5563", dark: "#b8c2cc", dashes: "14 3 5 3", mark: "M-5.5,0h11" },
];

const stylesOf = (theme: "light" | "dark") =>
  styles.map((style, index) => `--series-${index}: ${style[theme]};`).join(" ");

/** The styles of the lines and marks of the series in a chart of any size. */
export const seriesStyle: ChartStyle = {
  light: stylesOf("light"),
  dark: stylesOf("dark"),
  rules: `.name { fill: var(--text); }
.trend, .single { fill: none; stroke-linejoin: round; }
.trend { stroke-width: 2; }
.mark { stroke-width: 1.6; fill-opacity: 0.9; }
${styles.map(({ dashes }, index) => `.series-${index} { stroke: var(--series-${index}); stroke-dasharray: ${dashes}; }\n.mark-${index} { stroke: var(--series-${index}); fill: var(--series-${index}); }`).join("\n")}`,
};

/**
 * CSS rules for a wide chart on a narrow screen: the screen shrinks the picture, so the rules make its texts larger.
 */
const IF_SHRUNK = `
@media (max-width: 600px) {
  text { font-size: 19px; }
  .title { font-size: 26px; }
  .minor { display: none; }
}`;

/** Returns the styles of a chart of several captures. @param chart.isNarrow whether the chart fits a narrow screen */
export const seriesChartStyle = ({ isNarrow }: { isNarrow: boolean }): ChartStyle => ({
  ...seriesStyle,
  rules: `${seriesStyle.rules}
.single { stroke-width: 0.8; stroke-dasharray: none; opacity: 0.3; }${isNarrow ? "" : IF_SHRUNK}`,
});

/** A point of a chart's plot, in pixels. */
export interface Pixel {
  x: number;
  y: number;
}

/**
 * Draws a series of a chart as a line through points, with marks at some of these points.
 * @param index the index of the style of the series
 * @param count the number of series in the plot
 * @param position the position of the series among those in the plot, from 0
 */
export function seriesLine(places: readonly Pixel[], index: number, count: number, position = index): string {
  if (places.length === 0) return "";
  const line = places.map(({ x, y }) => `${px(x)},${px(y)}`).join(" ");
  return `<path class="trend series-${index}" d="M${line}"/>${marks(places, index, (position + 0.5) / count)}`;
}

const MARKS = 6;

/**
 * Draws the marks of a series. Each series of a chart has its marks at different points, so that the marks of
 * overlapping lines do not cover each other.
 * @param shift how far the marks are moved along the line, as a share of the distance between two marks
 */
function marks(places: readonly Pixel[], index: number, shift: number): string {
  const chosen = Array.from({ length: MARKS }, (_, mark) =>
    Math.floor(((mark + shift) / MARKS) * places.length),
  );
  return [...new Set(chosen)].map((place) => seriesMark(places[place] ?? { x: 0, y: 0 }, index)).join("");
}

/**
 * Draws one mark in the shape and colour of a series, as SVG.
 * @param index the index of the style of the series
 */
export function seriesMark({ x, y }: Pixel, index: number): string {
  return `<path class="mark mark-${index}" transform="translate(${px(x)} ${px(y)})" d="${styles[index]?.mark ?? ""}"/>`;
}
