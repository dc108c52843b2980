import { DEFAULT_POINTS, type FrameOverview, type FramePoints } from "./model/frame-overview.ts";
import type { FrameSeries } from "./model/frame-series.ts";
import { DEFAULT_LOOK, type ChartLook, type SeriesView } from "./chart/chart-look.ts";
import { renderFpsChart } from "./chart/fps/render-fps-chart.ts";
import { renderHistogramChart } from "./chart/histogram/render-histogram-chart.ts";
import { renderPercentileChart } from "./chart/percentiles/render-percentile-chart.ts";
import { renderFrameChart, type ChartMetrics, type FrameChart } from "./chart/render-frame-chart.ts";
import { elapsedTimesS } from "./elapsed-times.ts";
import { lttb } from "./lttb.ts";

/**
 * The version of the code that makes charts and points. Raise the version whenever the same series gives another chart
 * or other points; the service then makes stored charts and points again.
 */
export const RENDERER_VERSION = 5;

/**
 * Makes the overview of a frame series: its default chart and points. The function blocks the event loop, for about 100
 * ms with 2,000,000 frames.
 */
export function makeOverview(series: FrameSeries, metrics: ChartMetrics): FrameOverview {
  const elapsedS = elapsedTimesS(series.frameTimesMs);
  return {
    chart: renderFrameChart({ ...series, metrics }, DEFAULT_LOOK, elapsedS),
    points: pointsOf(series, elapsedS, DEFAULT_POINTS),
  };
}

/** Downsamples a series to at most `count` points by LTTB. Returns the points as the JSON of `FramePoints`. */
export function makePoints(series: FrameSeries, count: number): string {
  return pointsOf(series, elapsedTimesS(series.frameTimesMs), count);
}

/** The request for a chart of a frame series: the view that the chart shows, and the look (size and colours). */
export interface ChartRequest {
  view: SeriesView;
  look: ChartLook;
}

/** Draws a chart of a frame series as SVG, in the requested view and look (size and colours). */
export function makeChart(series: FrameSeries, metrics: ChartMetrics, { view, look }: ChartRequest): string {
  return views[view]({ ...series, metrics }, look);
}

const views: Readonly<Record<SeriesView, (chart: FrameChart, look: ChartLook) => string>> = {
  frame_times: (chart, look) => renderFrameChart(chart, look),
  fps: renderFpsChart,
  histogram: renderHistogramChart,
  percentiles: renderPercentileChart,
};

/** Returns the JSON of `FramePoints`, with times rounded to 1 µs and frame times to 0.1 µs. */
function pointsOf(
  { frameTimesMs, droppedFrames }: FrameSeries,
  elapsedS: Float64Array,
  count: number,
): string {
  const timeOf = (index: number) => Number((elapsedS[index] ?? 0).toFixed(6));
  const points = Array.from(lttb(elapsedS, frameTimesMs, count), (index): [number, number] => [
    timeOf(index),
    Number((frameTimesMs[index] ?? 0).toFixed(4)),
  ]);
  const dropped = droppedFrames && {
    frames: droppedFrames.length,
    times_s: spreadOver(droppedFrames, elapsedS, count).map(timeOf),
  };
  return JSON.stringify({ points, dropped } satisfies FramePoints);
}

/**
 * Returns the indexes of the dropped frames, if at most `count` frames were dropped. If more frames were dropped,
 * divides the capture into up to `count` equal spans of time, and returns the first dropped frame of each span in which
 * a frame was dropped.
 */
function spreadOver(droppedFrames: Uint32Array, elapsedS: Float64Array, count: number): number[] {
  const all = Array.from(droppedFrames);
  if (all.length <= count) return all;
  const durationS = elapsedS.at(-1) ?? 0;
  const partOf = (index: number) => Math.floor(((elapsedS[index] ?? 0) / durationS) * (count - 1));
  return all.filter((index, place) => place === 0 || partOf(index) !== partOf(all[place - 1] ?? 0));
}
