import { verticalAxis } from "../../charts/axes.ts";
import { createChartArea } from "../../charts/chart-area.ts";
import { chartDocument } from "../../charts/chart-document.ts";
import { tickLabel, ticksCovering, ticksUpTo } from "../../charts/scales.ts";
import type { FrameMetrics } from "../../readers/index.ts";
import { elapsedTimesS } from "../elapsed-times.ts";
import { captureFrame, type CaptureNames } from "./capture-frame.ts";
import { layoutOf } from "./chart-layout.ts";
import type { ChartLook } from "./chart-look.ts";
import { cutValues, droppedMarks, frameLine } from "./frame-line.ts";
import { frameTimeLimitMs, timeAxis } from "./frame-scales.ts";
import { describeMarks, legendLine, legendRows } from "./legend.ts";
import {
  asFrameTime,
  describeLine,
  referenceLabels,
  referenceLines,
  referencesOf,
} from "./reference-lines.ts";

/** The data of the chart of a capture. */
export interface FrameChart {
  /** The frame times in milliseconds: at least one, each above 0. */
  frameTimesMs: Float32Array;
  /** The indexes of the dropped frames in `frameTimesMs`; null if the file does not say which frames were dropped. */
  droppedFrames: Uint32Array | null;
  metrics: ChartMetrics;
}

/** The names and metrics of a capture that its charts show. */
export type ChartMetrics = CaptureNames & Pick<FrameMetrics, "average_fps" | "low_1_fps" | "p0_1_fps">;

/**
 * Draws the frame times of a capture as an SVG.
 * @param elapsedS the time when each frame ended, in seconds; by default computed from the frame times
 */
export function renderFrameChart(
  { frameTimesMs, droppedFrames, metrics }: FrameChart,
  look: ChartLook,
  elapsedS = elapsedTimesS(frameTimesMs),
): string {
  const frames = { frameTimesMs, elapsedS };
  const longestMs = longestOf(frameTimesMs);
  const lines = referencesOf(metrics, asFrameTime);
  const dropped = droppedFrames?.length ?? 0;
  const endMs = axisEndMs(axisLimitMs(metrics, longestMs));
  const layout = layoutOf(look, lines.length + (longestMs > endMs ? 1 : 0) + (dropped > 0 ? 1 : 0));
  const yTicks = ticksUpTo(endMs, layout.maxTicks.frameTime);
  const durationS = elapsedS.at(-1) ?? 0;
  const area = createChartArea(layout.plot, { x: durationS, y: endMs });
  const cut = cutValues({ values: frameTimesMs, timesS: elapsedS }, endMs, area);
  const marks = describeMarks({ cut, endLabel: tickLabel(endMs, yTicks.step), longestMs, dropped });
  const shown = {
    metrics,
    frames: frameTimesMs.length,
    durationS,
    shows: "Frame times of",
    described: lines.map(describeLine),
    verticalCaption: "frame time (ms)",
  };
  const outside = layout.isNarrow ? legendRows(lines, marks) : legendLine(marks, look.width - 16);
  const inside = [
    verticalAxis(yTicks, area),
    timeAxis(durationS, layout.maxTicks.time, area),
    `<svg width="${layout.plot.width}" height="${layout.plot.height}">`,
    frameLine(frames, area),
    droppedFrames ? droppedMarks(frames, droppedFrames, area) : "",
    `</svg>`,
    referenceLines(lines, area),
    layout.isNarrow ? "" : referenceLabels(lines, area),
    cut.arrows,
  ];
  return chartDocument(captureFrame(shown, look, layout), { outside, inside });
}

function longestOf(frameTimesMs: Float32Array): number {
  let longest = 0;
  for (const frameTimeMs of frameTimesMs) if (frameTimeMs > longest) longest = frameTimeMs;
  return longest;
}

/**
 * The number of ticks by which the end of the axis is chosen. Every larger number of ticks, up to the six of a wide
 * chart, has a tick at this end, too.
 */
const END_TICKS = 3;

/**
 * Returns the frame time at which the axis ends, in milliseconds. The end does not depend on the size of the chart, so
 * that the charts for a phone and for a large screen leave out the same frames.
 */
const axisEndMs = (limitMs: number): number => ticksCovering(limitMs, END_TICKS).values.at(-1) ?? limitMs;

/** Returns the frame time that the axis of a capture's chart has to reach, in milliseconds. */
function axisLimitMs({ average_fps, low_1_fps, p0_1_fps }: ChartMetrics, longestMs: number): number {
  return frameTimeLimitMs({
    averageMs: 1000 / average_fps,
    low1Ms: low_1_fps === null ? 0 : 1000 / low_1_fps,
    quantile999Ms: p0_1_fps === null ? 0 : 1000 / p0_1_fps,
    longestMs,
  });
}
