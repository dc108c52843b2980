import { horizontalAxis, verticalAxis } from "../../charts/axes.ts";
import { drawBars } from "../../charts/bars.ts";
import { createChartArea, px, type ChartArea, type Plot } from "../../charts/chart-area.ts";
import { chartDocument } from "../../charts/chart-document.ts";
import type { ChartTheme } from "../../charts/chart-style.ts";
import { formatFigure, formatNumber, ticksBetween, ticksUpTo, type Ticks } from "../../charts/scales.ts";
import { cleanText } from "../../charts/svg-text.ts";
import { MIN_BUILDS, type Bin, type Distribution } from "../ranks/distribution.ts";
import { histogramStyle } from "./histogram-style.ts";

/** The data of a histogram. */
export interface Histogram {
  /** The stored names of the measured product and benchmark; the names may contain any characters. */
  product: string;
  benchmark: string;
  /** The name of the game or test for people; null for a benchmark without variants. */
  variant: string | null;
  /** With which settings a game was measured; null for other benchmarks. */
  settings: string | null;
  unit: string;
  distribution: Distribution;
  /** The run whose score the histogram marks; null if it marks no run. */
  here: Here | null;
  theme: ChartTheme;
}

/** The run whose score the histogram marks. */
export interface Here {
  score: number;
  /** The rank of the run among the ranked builds; null if the run is not ranked. */
  place: { rank: number; builds: number } | null;
}

const size = { width: 900, height: 360 };
/**
 * The position and size of the plot in the picture, in pixels. The margins hold the title, the axes, and the figures to
 * the right of the plot.
 */
const plot: Plot = { left: 56, top: 90, width: 708, height: 220 };

const MAX_NAME_LENGTH = 60;
/**
 * The largest share of the range of measured scores by which the axis is extended to show the score of the run that the
 * histogram marks. A score that is farther away is shown at the edge of the axis.
 */
const MAX_MARGIN = 0.5;
/**
 * The lowest number of builds at which the vertical axis may end; a shorter axis would have ticks at fractions of
 * builds.
 */
const MIN_HEIGHT = 5;
const LABEL_HEIGHT = 38;
const MOST_TICKS = 8;

type Figures = { [Name in "median" | "p10" | "p90" | "best"]: number } & { histogram: readonly Bin[] };

/**
 * Draws how the scores of a cohort are distributed, as an SVG of 900 × 360 pixels. With fewer than MIN_BUILDS builds,
 * the picture only says that there are too few builds. Names are cleaned and escaped, so that names cannot be markup.
 */
export function renderHistogram(chart: Histogram): string {
  const { distribution, unit, here, theme } = chart;
  const title = cleanText(chart.product, MAX_NAME_LENGTH);
  const variant = chart.variant === null ? "" : ` · ${cleanText(chart.variant, MAX_NAME_LENGTH)}`;
  const settings = chart.settings === null ? "" : ` · ${cleanText(chart.settings, MAX_NAME_LENGTH)}`;
  const subtitle = `${chart.benchmark}${variant}${settings} · ${countOf(distribution.builds)}`;
  const figures = figuresOf(distribution);
  const show = showWith(figures, unit);
  const hereText = here && describeHere(here, show);
  const described = [subtitle, ...(figures ? [`median ${show(figures.median)}`] : [tooFew(distribution)])];
  const frame = {
    size,
    plot,
    style: histogramStyle,
    theme,
    name: `Results of ${title}`,
    description: [...described, ...(hereText === null ? [] : [hereText])].join("; "),
    title,
    subtitle,
    verticalCaption: figures ? "builds" : "",
  };
  return chartDocument(frame, {
    outside: figures && hereText !== null ? legend(hereText) : "",
    inside: figures ? plotOf(figures, { unit, here, show }) : [message(`${tooFew(distribution)}.`)],
  });
}

function figuresOf({ median, p10, p90, best, histogram }: Distribution): Figures | null {
  if (median === null || p10 === null || p90 === null || best === null || histogram === null) return null;
  return { median, p10, p90, best, histogram };
}

function plotOf(
  figures: Figures,
  { unit, here, show }: Pick<Histogram, "unit" | "here"> & { show: ShowScore },
): string[] {
  const { histogram, median, p10, p90 } = figures;
  const [from, to] = rangeOf(histogram, here);
  const yTicks = ticksOfBuilds(Math.max(...histogram.map(({ builds }) => builds)));
  const area = createChartArea(plot, { xFrom: from, x: to, y: yTicks.values.at(-1) ?? 1 });
  return [
    verticalAxis(yTicks, area),
    horizontalAxis({ ticks: ticksBetween(from, to, MOST_TICKS), caption: unit }, area),
    drawBars(
      histogram.map(({ from, to, builds }) => ({ from, to, height: builds })),
      area,
    ),
    stroke("tenth", p10, area),
    stroke("tenth", p90, area),
    stroke("median", median, area),
    here ? hereMark(Math.min(Math.max(here.score, from), to), area) : "",
    labels(figures, show),
  ];
}

/** A function that formats a score with its unit. */
type ShowScore = (score: number) => string;

/**
 * Returns the function that formats scores with one digit more than the ticks of the axis have, so that figures between
 * two ticks of the axis differ.
 */
function showWith(figures: Figures | null, unit: string): ShowScore {
  if (!figures) return (score) => `${formatFigure(score)} ${unit}`;
  const [lowest, highest] = [figures.histogram[0]?.from ?? 0, figures.histogram.at(-1)?.to ?? 1];
  const { step } = ticksBetween(lowest, highest, MOST_TICKS);
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(step) + 1e-9));
  return (score) => `${formatNumber(score, decimals)} ${unit}`;
}

/**
 * Returns the scores at the two ends of the axis. The axis covers all measured scores, and also the score of the marked
 * run, unless this score lies outside the measured range by more than MAX_MARGIN.
 */
function rangeOf(histogram: readonly Bin[], here: Here | null): [number, number] {
  const [lowest, highest] = [histogram[0]?.from ?? 0, histogram.at(-1)?.to ?? 1];
  if (!here) return [lowest, highest];
  const margin = (highest - lowest) * MAX_MARGIN;
  return [
    Math.min(lowest, Math.max(here.score, lowest - margin)),
    Math.max(highest, Math.min(here.score, highest + margin)),
  ];
}

function ticksOfBuilds(most: number): Ticks {
  const { step, values } = ticksUpTo(Math.max(most, MIN_HEIGHT), 5);
  const last = values.at(-1) ?? 0;
  return { step, values: last < most ? [...values, last + step] : values };
}

function stroke(kind: "median" | "tenth", score: number, { x }: ChartArea): string {
  const at = px(x(score));
  return `<line class="${kind}" x1="${at}" x2="${at}" y1="0" y2="${plot.height}"/>`;
}

function hereMark(score: number, { x }: ChartArea): string {
  const at = px(x(score));
  return (
    `<line class="here" x1="${at}" x2="${at}" y1="0" y2="${plot.height}"/>` +
    `<path class="here-mark" d="M${at},2l-6,-10h12z"/>`
  );
}

/** Draws the figures to the right of the plot as a table, the best score first. */
function labels({ best, p90, median, p10 }: Figures, show: ShowScore): string {
  const rows: [kind: string, name: string, score: number][] = [
    ["tenth", "best", best],
    ["tenth", "90 % are below", p90],
    ["median", "median", median],
    ["tenth", "10 % are below", p10],
  ];
  return rows
    .map(([kind, name, score], index) => {
      const top = index * LABEL_HEIGHT;
      return (
        `<text class="${kind}-name" x="${plot.width + 14}" y="${top + 12}">${name}</text>` +
        `<text x="${plot.width + 14}" y="${top + 28}">${show(score)}</text>`
      );
    })
    .join("");
}

function legend(hereText: string): string {
  return `<text class="end here-name" x="${size.width - 16}" y="50">▼ ${hereText}</text>`;
}

function describeHere({ score, place }: Here, show: ShowScore): string {
  const what = `you are here: ${show(score)}`;
  if (place === null) return `${what}, not ranked`;
  return `${what}, rank ${formatNumber(place.rank, 0)} of ${formatNumber(place.builds, 0)}`;
}

function message(text: string): string {
  return `<text class="message middle" x="${size.width / 2 - plot.left}" y="${plot.height / 2}">${text}</text>`;
}

function tooFew({ builds }: Distribution): string {
  return `Measured on ${countOf(builds)} so far: a histogram needs at least ${MIN_BUILDS}`;
}

function countOf(builds: number): string {
  return `${formatNumber(builds, 0)} ${builds === 1 ? "build" : "builds"}`;
}
