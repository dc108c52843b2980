import { horizontalAxis, verticalAxis } from "../../charts/axes.ts";
import { drawBars } from "../../charts/bars.ts";
import { createChartArea, px, type ChartArea } from "../../charts/chart-area.ts";
import { chartDocument } from "../../charts/chart-document.ts";
import type { ChartTheme } from "../../charts/chart-style.ts";
import { drawDots } from "../../charts/dots.ts";
import { isolated } from "../../charts/isolated.ts";
import { formatFigure } from "../../charts/format-figure.ts";
import { formatNumber, ticksBetween, ticksUpTo, type Ticks } from "../../charts/scales.ts";
import { cleanText, escapeText } from "../../charts/svg-text.ts";
import { MIN_BUILDS, type Bin, type Distribution } from "../ranks/distribution.ts";
import { layoutOf, MARGIN, type Layout } from "./histogram-layout.ts";
import { histogramStyle, narrowHistogramStyle } from "./histogram-style.ts";

/** The data of a histogram of scores. */
export interface Histogram {
  /** The stored name of the measured product, which may contain any characters. */
  product: string;
  /** The short name of the results, such as "Time Spy graphics test 1"; a game's name may contain any characters. */
  headline: string;
  /** The settings with which a game was measured; null for other benchmarks. */
  settings: string | null;
  unit: string;
  distribution: Distribution;
  /** The run whose score the histogram marks; null if the histogram marks no run. */
  here: Here | null;
  /** The width of the histogram in pixels. */
  width: number;
  theme: ChartTheme;
}

/** The run whose score the histogram marks. */
export interface Here {
  score: number;
  /** The rank of the run among the ranked builds; null if the run is not ranked. */
  place: { rank: number; builds: number } | null;
}

/**
 * The approximate width, in pixels, of a letter of the title in a wide and in a narrow histogram. LETTER_WIDTH is the
 * width of a letter in all other texts.
 */
const TITLE_LETTER_WIDTH = { wide: 10, narrow: 8 };
const LETTER_WIDTH = 6.5;

const MAX_NAME_LENGTH = 60;
/**
 * The maximum length, as a share of the range of measured scores, by which a histogram extends its axis to show the
 * score of the run that it marks. A score that is farther away is shown at the end of the axis.
 */
const MAX_MARGIN = 0.5;
/**
 * The lowest number of builds at which the vertical axis of a histogram may end; a shorter axis would have ticks at
 * fractions of builds.
 */
const MIN_HEIGHT = 5;
const LABEL_HEIGHT = 38;
/** The width, in pixels, that the sample of a line takes to the left of a value beside the plot. */
const SAMPLE_WIDTH = 8;
const MOST_TICKS = 8;
const MOST_TICKS_IF_NARROW = 4;

type Figures = { [Name in "median" | "p10" | "p90" | "best"]: number } & { histogram: readonly Bin[] };

/**
 * Draws a histogram of the scores of a group of builds, as SVG. With fewer than MIN_BUILDS builds, the picture only
 * says that there are too few builds. Names are cleaned and escaped, so that they cannot be markup.
 */
export function renderHistogram(chart: Histogram): string {
  const { distribution, unit, here, theme, width } = chart;
  const layout = layoutOf({ width, builds: distribution.builds });
  const letterWidth = TITLE_LETTER_WIDTH[layout.isNarrow ? "narrow" : "wide"];
  const title = cleanText(
    chart.product,
    Math.min(MAX_NAME_LENGTH, Math.floor((width - 2 * MARGIN) / letterWidth)),
  );
  const { subtitle, secondLine } = subtitlesOf(chart, layout);
  const figures = figuresOf(distribution);
  const show = (score: number) => `${formatFigure(score, unit)} ${unit}`;
  const hereText = here && describeHere(here, show);
  const frame = {
    size: layout.size,
    plot: layout.plot,
    style: layout.isNarrow ? narrowHistogramStyle : histogramStyle,
    theme,
    name: `Results of ${title}`,
    description: [
      subtitle,
      ...(secondLine === null ? [] : [secondLine]),
      figures ? `median ${show(figures.median)}` : tooFew(distribution),
      ...(hereText === null ? [] : [hereText]),
    ].join("; "),
    title,
    subtitle,
    verticalCaption: !figures ? "" : layout.isOfDots ? "each dot is a build" : "builds",
  };
  const outside = [
    ...(secondLine === null ? [] : [`<text x="${MARGIN}" y="68">${escapeText(secondLine)}</text>`]),
    ...(figures && hereText !== null ? [legend(hereText, layout)] : []),
  ];
  return chartDocument(frame, {
    outside: outside.join(""),
    inside: figures
      ? plotOf(figures, layout, { unit, here, show })
      : [message(`${tooFew(distribution)}.`, layout)],
  });
}

/** The sign that separates two texts in one line of a histogram. */
const SEPARATOR = " · ";

/**
 * Returns the line below the title of a histogram and, for a narrow histogram, the line after it. The second line is
 * null for a wide histogram.
 */
function subtitlesOf(
  { headline, settings, distribution }: Histogram,
  { isNarrow, size }: Layout,
): { subtitle: string; secondLine: string | null } {
  const count = countOf(distribution.builds);
  const room = isNarrow ? Math.floor((size.width - 2 * MARGIN) / LETTER_WIDTH) : Infinity;
  const inRoom = (text: string, length: number) =>
    isolated(cleanText(text, Math.min(MAX_NAME_LENGTH, length)));
  const named = inRoom(headline, room);
  const measured = [
    ...(settings === null ? [] : [inRoom(settings, room - count.length - SEPARATOR.length)]),
    count,
  ];
  return isNarrow
    ? { subtitle: named, secondLine: measured.join(SEPARATOR) }
    : { subtitle: [named, ...measured].join(SEPARATOR), secondLine: null };
}

function figuresOf({ median, p10, p90, best, histogram }: Distribution): Figures | null {
  if (median === null || p10 === null || p90 === null || best === null || histogram === null) return null;
  return { median, p10, p90, best, histogram };
}

function plotOf(
  figures: Figures,
  layout: Layout,
  { unit, here, show }: Pick<Histogram, "unit" | "here"> & { show: ShowScore },
): string[] {
  const { histogram, median, p10, p90 } = figures;
  const [from, to] = rangeOf(histogram, here);
  const mostTicks = layout.isNarrow ? MOST_TICKS_IF_NARROW : MOST_TICKS;
  const yTicks = ticksOfBuilds(Math.max(...histogram.map(({ builds }) => builds)));
  const area = createChartArea(layout.plot, { xFrom: from, x: to, y: yTicks.values.at(-1) ?? 1 });
  const bars = histogram.map(({ from, to, builds }) => ({ from, to, height: builds }));
  return [
    layout.isOfDots ? "" : verticalAxis(yTicks, area),
    horizontalAxis({ ticks: ticksBetween(from, to, mostTicks), caption: unit }, area),
    layout.isOfDots ? drawDots(bars, area) : drawBars(bars, area),
    stroke("tenth", p10, area),
    stroke("tenth", p90, area),
    stroke("median", median, area),
    here ? hereMark(Math.min(Math.max(here.score, from), to), area) : "",
    labels(figures, layout, show),
  ];
}

/** A function that formats a score with its unit. */
type ShowScore = (score: number) => string;

/**
 * Returns the scores at the two ends of a histogram's axis. The axis covers all measured scores, and is extended by at
 * most MAX_MARGIN to show the score of the run that the histogram marks.
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

function stroke(kind: "median" | "tenth", score: number, { x, plot }: ChartArea): string {
  const at = px(x(score));
  return `<line class="${kind}" x1="${at}" x2="${at}" y1="0" y2="${plot.height}"/>`;
}

function hereMark(score: number, { x, plot }: ChartArea): string {
  const at = px(x(score));
  return (
    `<line class="here" x1="${at}" x2="${at}" y1="0" y2="${plot.height}"/>` +
    `<path class="here-mark" d="M${at},2l-6,-10h12z"/>`
  );
}

/**
 * Draws the values of a histogram (best score, median and percentiles) as a table, the best score first. To the left of
 * a value stands a sample of the line that marks this value in the plot. The table stands to the right of the plot or,
 * in a narrow histogram, below the plot in two columns.
 */
function labels(
  { best, p90, median, p10 }: Figures,
  { isNarrow, plot, size }: Layout,
  show: ShowScore,
): string {
  const rows: [kind: string, name: string, score: number][] = [
    ["tenth", "best", best],
    ["tenth", "90th percentile", p90],
    ["median", "median", median],
    ["tenth", "10th percentile", p10],
  ];
  const placeOf = (index: number) =>
    isNarrow
      ? {
          x: MARGIN - plot.left + (index % 2) * (size.width / 2),
          y: plot.height + 72 + Math.floor(index / 2) * LABEL_HEIGHT,
        }
      : { x: plot.width + 14, y: index * LABEL_HEIGHT + 12 };
  return rows
    .map(([kind, name, score], index) => {
      const { x, y } = placeOf(index);
      const text = px(x + SAMPLE_WIDTH);
      // The best score has no line in the plot, because the bars or dots end there.
      const sample =
        name === "best"
          ? ""
          : `<line class="${kind}" x1="${px(x)}" x2="${px(x)}" y1="${y - 10}" y2="${y + 17}"/>`;
      return (
        `${sample}<text class="${kind}-name" x="${text}" y="${y}">${name}</text>` +
        `<text x="${text}" y="${y + 16}">${show(score)}</text>`
      );
    })
    .join("");
}

/**
 * Draws the text that says which score the mark of a histogram shows. The text stands to the right of the subtitle
 * or, in a narrow histogram, below the subtitles.
 */
function legend(hereText: string, { isNarrow, size, legendY }: Layout): string {
  const at = isNarrow
    ? `class="here-name" x="${MARGIN}"`
    : `class="end here-name" x="${size.width - MARGIN}"`;
  return `<text ${at} y="${legendY}">▼ ${hereText}</text>`;
}

function describeHere({ score, place }: Here, show: ShowScore): string {
  const what = `you are here: ${show(score)}`;
  if (place === null) return `${what}, not ranked`;
  return `${what}, rank ${formatNumber(place.rank, 0)} of ${formatNumber(place.builds, 0)}`;
}

/**
 * Draws a sentence in the middle of the histogram. A narrow histogram shows the sentence in two lines, divided at the
 * sentence's colon.
 */
function message(text: string, { isNarrow, size, plot }: Layout): string {
  const lines = isNarrow ? text.split(/(?<=:) /) : [text];
  const x = size.width / 2 - plot.left;
  return lines
    .map(
      (line, index) =>
        `<text class="message middle" x="${x}" y="${plot.height / 2 + 20 * index}">${line}</text>`,
    )
    .join("");
}

function tooFew({ builds }: Distribution): string {
  return `Measured on ${countOf(builds)} so far: a histogram needs at least ${MIN_BUILDS}`;
}

function countOf(builds: number): string {
  return `${formatNumber(builds, 0)} ${builds === 1 ? "build" : "builds"}`;
}
