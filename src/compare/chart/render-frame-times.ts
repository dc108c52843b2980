import { horizontalAxis, verticalAxis } from "../../charts/axes.ts";
import { createChartArea, px, type ChartArea } from "../../charts/chart-area.ts";
import { formatFigure } from "../../charts/format-figure.ts";
import { formatNumber, tickLabel, ticksCovering, ticksUpTo } from "../../charts/scales.ts";
import { rangeOfBin, frameTimeLimitMs, timeUnitOf } from "../../frames/index.ts";
import { namesOfCaptures, titleOf, type ComparedCapture } from "./compared-capture.ts";
import { comparisonDocument, layoutOf, type ComparisonFrame } from "./comparison-frame.ts";
import { framesAbove } from "./histogram.ts";
import { seriesLine } from "../../charts/series-style.ts";

/**
 * Draws the frame times of captures over each other, as SVG: for each capture a thin line through single frames, and a
 * thick line through the means of 120 equal spans of the capture.
 * @param captures two to eight captures
 */
export function renderFrameTimes(captures: readonly ComparedCapture[], frame: ComparisonFrame): string {
  const { plot, maxTicks, isNarrow } = layoutOf(frame);
  const durationS = Math.max(...captures.map(durationOf));
  const ticks = ticksCovering(Math.max(...captures.map(limitOf)), 6);
  const limitMs = ticks.values.at(-1) ?? ticks.step;
  const area = createChartArea(plot, { x: durationS, y: limitMs });
  const { unit, seconds } = timeUnitOf(durationS);
  const title = titleOf(captures);
  const subtitle = isNarrow
    ? "Thin: single frames. Thick: their means."
    : "Thin: single frames. Thick: their mean over each 120th of the capture.";
  const timeTicks = ticksUpTo(durationS / seconds, maxTicks);
  const names = namesOfCaptures(captures);
  const texts = {
    name: `Frame times of ${title}, compared`,
    title,
    subtitle,
    verticalCaption: "frame time (ms)",
    rows: captures.map((capture, index) => ({
      name: names[index] ?? "",
      figures: figuresOf(capture),
      more: framesCut(capture, limitMs, tickLabel(limitMs, ticks.step)),
    })),
  };
  return comparisonDocument(texts, frame, [
    verticalAxis(ticks, area),
    horizontalAxis({ ticks: timeTicks, unit: seconds, caption: `time (${unit})` }, area),
    `<svg width="${plot.width}" height="${plot.height}">`,
    ...captures.map((capture, index) => singleFrames(capture, index, area)),
    ...captures.map((capture, index) => trend(capture, { index, count: captures.length }, area)),
    `</svg>`,
  ]);
}

function durationOf({ points }: ComparedCapture): number {
  return points.at(-1)?.[0] ?? 0;
}

/** Returns the frame time, in milliseconds, that the axis of a chart has to reach for a capture. */
function limitOf({ metrics, profile }: ComparedCapture): number {
  const { average_fps, low_1_fps, p0_1_fps } = metrics;
  return frameTimeLimitMs({
    averageMs: 1000 / average_fps,
    low1Ms: low_1_fps === null ? 0 : 1000 / low_1_fps,
    quantile999Ms: p0_1_fps === null ? 0 : 1000 / p0_1_fps,
    longestMs: rangeOfBin(profile.histogram.at(-1)?.[0] ?? 0).toMs,
  });
}

function figuresOf({ metrics: { average_fps, low_1_fps } }: ComparedCapture): string {
  const low = low_1_fps === null ? "" : ` · 1 % low ${formatFigure(low_1_fps, "fps")}`;
  return `${formatFigure(average_fps, "fps")} fps${low}`;
}

/** Returns a text that says how many frames of a capture took longer than the upper end of the axis. */
function framesCut({ profile }: ComparedCapture, limitMs: number, limitLabel: string): string {
  const beyond = Math.round(framesAbove(profile.histogram, limitMs));
  return beyond === 0 ? "" : ` · ${formatNumber(beyond, 0)} above ${limitLabel} ms`;
}

function singleFrames({ points }: ComparedCapture, index: number, { x, y }: ChartArea): string {
  const line = points.map(([timeS, frameTimeMs]) => `${px(x(timeS))},${px(y(frameTimeMs))}`).join(" ");
  return `<path class="single series-${index}" d="M${line}"/>`;
}

function trend(
  { profile }: ComparedCapture,
  { index, count }: { index: number; count: number },
  { x, y }: ChartArea,
): string {
  const places = profile.trend.map(([timeS, frameTimeMs]) => ({ x: x(timeS), y: y(frameTimeMs) }));
  return seriesLine(places, index, count);
}
