import { horizontalAxis, verticalAxis } from "../../charts/axes.ts";
import { createChartArea } from "../../charts/chart-area.ts";
import { formatFigure, tickLabel, ticksBetween, ticksCovering } from "../../charts/scales.ts";
import type { ChartTheme } from "../../charts/chart-style.ts";
import { nameOfCapture, titleOf, type ComparedCapture } from "./compared-capture.ts";
import { comparisonDocument, comparisonPlot } from "./comparison-frame.ts";
import { framesAbove, quantileOf, sharesOf } from "./histogram.ts";
import { seriesLine } from "./series-style.ts";

/**
 * The approximate number of spans of frame times that a chart shows. The distance between two ticks is divided by one
 * of DIVISORS, so that the width of a span is a round number.
 */
const SPANS = 80;
const DIVISORS = [5, 10, 20, 50];
/** The shares that define two quantiles of the frame times: the axis must include both quantiles of each capture. */
const FROM_SHARE = 0.001;
const TO_SHARE = 0.995;

/**
 * Draws the distribution of the frame times of captures, as SVG: for each capture a line through the shares of its
 * frames in spans of equal width.
 * @param captures two to eight captures
 */
export function renderDistribution(captures: readonly ComparedCapture[], theme: ChartTheme): string {
  const scale = scaleOf(captures);
  const shares = captures.map(({ profile }) => sharesOf(profile.histogram, scale));
  const shareTicks = ticksCovering(Math.max(...shares.map((one) => Math.max(...one))), 6);
  const maxShare = shareTicks.values.at(-1) ?? shareTicks.step;
  const area = createChartArea(comparisonPlot, { xFrom: scale.fromMs, x: scale.toMs, y: maxShare });
  const title = titleOf(captures);
  const toLabel = tickLabel(scale.toMs, scale.ticks.step);
  const texts = {
    name: `Shares of the frames of ${title} by frame time, compared`,
    title,
    subtitle: `Which share of the frames took how long, in spans of ${formatFigure(scale.stepMs)} ms.`,
    theme,
    verticalCaption: "frames (%)",
    rows: captures.map((capture) => ({
      name: nameOfCapture(capture),
      figures: `${formatFigure(capture.metrics.average_fps)} fps`,
      more: shareCut(capture, scale.toMs, toLabel),
    })),
  };
  const lines = shares.map((one, index) => {
    const [first, end] = drawnSpans(one, maxShare);
    const places = Array.from(one.subarray(first, end), (share, place) => ({
      x: area.x(scale.fromMs + (first + place + 0.5) * scale.stepMs),
      y: area.y(share),
    }));
    return seriesLine(places, index, captures.length);
  });
  return comparisonDocument(texts, [
    verticalAxis(shareTicks, area),
    horizontalAxis({ ticks: scale.ticks, caption: "frame time (ms)" }, area),
    ...lines,
  ]);
}

/**
 * The lowest share of frames at which a line is visible above the axis, as a part of the highest share in the chart.
 */
const SEEN = 1 / 500;

/**
 * Returns the first span and the end (excluded) of the range of spans in which a line is visible above the axis, with
 * one more span on either side.
 */
function drawnSpans(shares: Float64Array, maxShare: number): [number, number] {
  const isSeen = (share: number) => share > maxShare * SEEN;
  return [
    Math.max(0, shares.findIndex(isSeen) - 1),
    Math.min(shares.length, shares.findLastIndex(isSeen) + 2),
  ];
}

/**
 * Returns the range of frame times that the axis shows, which begins and ends at a tick, and the spans into which this
 * range is divided.
 */
function scaleOf(captures: readonly ComparedCapture[]) {
  const shortestMs = Math.min(...captures.map(({ profile }) => quantileOf(profile.histogram, FROM_SHARE)));
  const longestMs = Math.max(...captures.map(({ profile }) => quantileOf(profile.histogram, TO_SHARE)));
  const { step } = ticksBetween(shortestMs, longestMs, 8);
  const fromMs = Math.floor(shortestMs / step) * step;
  const toMs = (Math.floor(longestMs / step) + 1) * step;
  const ticks = ticksBetween(fromMs, toMs, Math.round((toMs - fromMs) / step));
  const wanted = SPANS / (ticks.values.length - 1);
  const distance = (divisor: number) => Math.abs(Math.log(divisor / wanted));
  const divisor = DIVISORS.toSorted((a, b) => distance(a) - distance(b))[0] ?? 1;
  return { fromMs, toMs, ticks, spans: (ticks.values.length - 1) * divisor, stepMs: step / divisor };
}

/** Returns a text that says which share of the frames took longer than the upper end of the axis. */
function shareCut({ frames, profile }: ComparedCapture, limitMs: number, limitLabel: string): string {
  const beyond = (100 * framesAbove(profile.histogram, limitMs)) / frames;
  return beyond === 0 ? "" : ` · ${formatFigure(beyond)} % above ${limitLabel} ms`;
}
