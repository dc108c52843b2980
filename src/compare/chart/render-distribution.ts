import { horizontalAxis, verticalAxis } from "../../charts/axes.ts";
import { createChartArea } from "../../charts/chart-area.ts";
import { formatFigure } from "../../charts/format-figure.ts";
import { tickLabel, ticksCovering } from "../../charts/scales.ts";
import { seriesLine } from "../../charts/series-style.ts";
import { spansOver, type Spans } from "../../charts/spans.ts";
import { namesOfCaptures, titleOf, type ComparedCapture } from "./compared-capture.ts";
import { comparisonDocument, layoutOf, type ComparisonFrame } from "./comparison-frame.ts";
import { framesAbove, quantileOf, sharesOf } from "./histogram.ts";

/** The approximate number of spans into which the axis of frame times is divided. */
const WISHED_SPANS = 80;
/**
 * The shares of the frames that define two quantiles of the frame times. The horizontal axis must reach both quantiles
 * of each capture.
 */
const FROM_SHARE = 0.001;
const TO_SHARE = 0.995;

/**
 * Draws the distribution of the frame times of captures, as SVG: for each capture a line that shows which share of its
 * frames lies in each of many equal spans of frame time.
 * @param captures two to eight captures
 */
export function renderDistribution(captures: readonly ComparedCapture[], frame: ComparisonFrame): string {
  const { plot, maxTicks, isNarrow } = layoutOf(frame);
  const scale = scaleOf(captures, maxTicks);
  const shares = captures.map(({ profile }) => sharesOf(profile.histogram, scale));
  const shareTicks = ticksCovering(Math.max(...shares.map((one) => Math.max(...one))), 6);
  const maxShare = shareTicks.values.at(-1) ?? shareTicks.step;
  const area = createChartArea(plot, { xFrom: scale.from, x: scale.to, y: maxShare });
  const title = titleOf(captures);
  const toLabel = tickLabel(scale.to, scale.ticks.step);
  const names = namesOfCaptures(captures);
  const spans = `in spans of ${formatFigure(scale.step, "ms")} ms.`;
  const texts = {
    name: `Shares of the frames of ${title} by frame time, compared`,
    title,
    subtitle: `${isNarrow ? "Shares of the frames" : "Which share of the frames took how long"}, ${spans}`,
    verticalCaption: "frames (%)",
    rows: captures.map((capture, index) => ({
      name: names[index] ?? "",
      figures: `${formatFigure(capture.metrics.average_fps, "fps")} fps`,
      more: shareCut(capture, scale.to, toLabel),
    })),
  };
  const lines = shares.map((one, index) => {
    const [first, end] = drawnSpans(one, maxShare);
    const places = Array.from(one.subarray(first, end), (share, place) => ({
      x: area.x(scale.from + (first + place + 0.5) * scale.step),
      y: area.y(share),
    }));
    return seriesLine(places, index, captures.length);
  });
  return comparisonDocument(texts, frame, [
    verticalAxis(shareTicks, area),
    horizontalAxis({ ticks: scale.ticks, caption: "frame time (ms)" }, area),
    ...lines,
  ]);
}

/**
 * The lowest share of frames at which a line of the chart is visible above the horizontal axis, as a fraction of the
 * highest share in the chart.
 */
const SEEN = 1 / 500;

/**
 * Returns the range of spans of frame time in which a line is visible above the horizontal axis, with one more span on
 * either side: the index of the first span, and the index after the last span.
 */
function drawnSpans(shares: Float64Array, maxShare: number): [number, number] {
  const isSeen = (share: number) => share > maxShare * SEEN;
  return [
    Math.max(0, shares.findIndex(isSeen) - 1),
    Math.min(shares.length, shares.findLastIndex(isSeen) + 2),
  ];
}

/** Returns the spans of frame times into which the axis of a chart is divided. */
function scaleOf(captures: readonly ComparedCapture[], maxTicks: number): Spans {
  const shortestMs = Math.min(...captures.map(({ profile }) => quantileOf(profile.histogram, FROM_SHARE)));
  const longestMs = Math.max(...captures.map(({ profile }) => quantileOf(profile.histogram, TO_SHARE)));
  return spansOver(shortestMs, longestMs, { spans: WISHED_SPANS, maxTicks });
}

/** The lowest share of frames that the legend shows as a figure, in percent. */
const LEAST_SHARE = 0.1;

/** Returns a text that says which share of the frames of a capture took longer than the upper end of the axis. */
function shareCut({ frames, profile }: ComparedCapture, limitMs: number, limitLabel: string): string {
  const beyond = (100 * framesAbove(profile.histogram, limitMs)) / frames;
  if (beyond === 0) return "";
  return ` · ${beyond < LEAST_SHARE ? `less than ${LEAST_SHARE}` : formatFigure(beyond, "%")} % above ${limitLabel} ms`;
}
