import { horizontalAxis, verticalAxis } from "../../charts/axes.ts";
import { createChartArea, type ChartArea } from "../../charts/chart-area.ts";
import { chartDocument } from "../../charts/chart-document.ts";
import { formatFigure, tickLabel, ticksCovering, ticksUpTo } from "../../charts/scales.ts";
import { cleanText } from "../../charts/svg-text.ts";
import type { FrameMetrics } from "../../readers/index.ts";
import { elapsedTimesS } from "../elapsed-times.ts";
import { layoutOf } from "./chart-layout.ts";
import type { ChartLook } from "./chart-look.ts";
import { frameChartStyle } from "./frame-chart-style.ts";
import { cutFrames, droppedMarks, frameLine } from "./frame-line.ts";
import { frameTimeLimitMs, timeUnitOf } from "./frame-scales.ts";
import { describeMarks, frameCount, legendLine, legendRows } from "./legend.ts";
import { describeLine, referenceLabels, referenceLines, type ReferenceLine } from "./reference-lines.ts";

/** The data of the chart of a capture. */
export interface FrameChart {
  /** The frame times in milliseconds: at least one, each above 0. */
  frameTimesMs: Float32Array;
  /** The indexes of the dropped frames in `frameTimesMs`; null if the file does not say which frames were dropped. */
  droppedFrames: Uint32Array | null;
  metrics: ChartMetrics;
}

/** The figures of a capture that its chart shows. */
export interface ChartMetrics extends Pick<
  FrameMetrics,
  "application" | "tool" | "average_fps" | "low_1_fps" | "p0_1_fps"
> {
  /** The title of the game, which the chart shows in place of the application; absent or null if there is none. */
  title?: string | null;
}

const MAX_TOOL_LENGTH = 20;

/**
 * Draws the frame times of a capture as an SVG. Names from the file are cleaned and escaped, so that names cannot be
 * markup.
 * @param elapsedS the time when each frame ended, in seconds; may be left out, because the function can compute these
 * times
 */
export function renderFrameChart(
  { frameTimesMs, droppedFrames, metrics }: FrameChart,
  look: ChartLook,
  elapsedS = elapsedTimesS(frameTimesMs),
): string {
  const frames = { frameTimesMs, elapsedS };
  const longestMs = longestOf(frameTimesMs);
  const lines = referenceLinesOf(metrics);
  const dropped = droppedFrames?.length ?? 0;
  const limitMs = axisLimitMs(metrics, longestMs);
  // Whether a frame exceeds the axis is known only after the layout, because the last tick can lie above the limit. A
  // row for the mark is therefore reserved whenever a frame exceeds the limit.
  const layout = layoutOf(look, lines.length + (longestMs > limitMs ? 1 : 0) + (dropped > 0 ? 1 : 0));
  const yTicks = ticksCovering(limitMs, layout.maxTicks.frameTime);
  const endMs = yTicks.values.at(-1) ?? yTicks.step;
  const durationS = elapsedS.at(-1) ?? 0;
  const area = createChartArea(layout.plot, { x: durationS, y: endMs });
  const cut = cutFrames(frames, endMs, area);
  const marks = describeMarks({ cut, endLabel: tickLabel(endMs, yTicks.step), longestMs, dropped });
  const name = metrics.title ?? metrics.application ?? "";
  const title = cleanText(name, layout.maxNameLength) || "Unnamed application";
  const subtitle = subtitleOf(cleanText(metrics.tool, MAX_TOOL_LENGTH), frameTimesMs.length, durationS);
  const frame = {
    size: look,
    plot: layout.plot,
    style: frameChartStyle(look),
    theme: look.theme,
    name: `Frame times of ${title}`,
    description: [subtitle, ...lines.map(describeLine)].join("; "),
    title,
    subtitle,
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
  return chartDocument(frame, { outside, inside });
}

function longestOf(frameTimesMs: Float32Array): number {
  let longest = 0;
  for (const frameTimeMs of frameTimesMs) if (frameTimeMs > longest) longest = frameTimeMs;
  return longest;
}

function referenceLinesOf({ average_fps, low_1_fps }: ChartMetrics): ReferenceLine[] {
  const average: ReferenceLine = { kind: "average", name: "average", fps: average_fps };
  return low_1_fps === null ? [average] : [average, { kind: "low", name: "1 % low", fps: low_1_fps }];
}

function subtitleOf(tool: string, frames: number, durationS: number): string {
  const { unit, seconds } = timeUnitOf(durationS);
  return `${tool} · ${frameCount(frames)} in ${formatFigure(durationS / seconds)} ${unit}`;
}

/** Returns the frame time that the axis has to reach, in milliseconds. */
function axisLimitMs({ average_fps, low_1_fps, p0_1_fps }: ChartMetrics, longestMs: number): number {
  return frameTimeLimitMs({
    averageMs: 1000 / average_fps,
    low1Ms: low_1_fps === null ? 0 : 1000 / low_1_fps,
    quantile999Ms: p0_1_fps === null ? 0 : 1000 / p0_1_fps,
    longestMs,
  });
}

function timeAxis(durationS: number, maxTicks: number, area: ChartArea): string {
  const { unit, seconds } = timeUnitOf(durationS);
  const ticks = ticksUpTo(durationS / seconds, maxTicks);
  return horizontalAxis({ ticks, unit: seconds, caption: `time (${unit})` }, area);
}
