import { horizontalAxis, verticalAxis } from "../../../charts/axes.ts";
import { createChartArea, type ChartArea } from "../../../charts/chart-area.ts";
import { chartDocument } from "../../../charts/chart-document.ts";
import {
  formatFigure,
  formatNumber,
  tickLabel,
  ticksCovering,
  ticksUpTo,
  type Ticks,
} from "../../../charts/scales.ts";
import { cleanText } from "../../../charts/svg-text.ts";
import type { FrameMetrics } from "../../../readers/index.ts";
import { elapsedTimesS } from "../elapsed-times.ts";
import { frameChartStyle } from "./frame-chart-style.ts";
import { cutFrames, droppedMarks, frameLine, type CutFrames } from "./frame-line.ts";
import { frameTimeLimitMs, timeUnitOf } from "./frame-scales.ts";
import { referenceLabels, referenceLines, type ReferenceLine } from "./reference-lines.ts";

/** The data of a chart. */
export interface FrameChart {
  /** At least one frame, each longer than 0. */
  frameTimesMs: Float32Array;
  /** Indexes into `frameTimesMs`; null where the file does not say which frames were dropped. */
  droppedFrames: Uint32Array | null;
  metrics: ChartMetrics;
}

/** The figures that a chart shows. */
export type ChartMetrics = Pick<
  FrameMetrics,
  "application" | "tool" | "average_fps" | "low_1_fps" | "p0_1_fps"
>;

const size = { width: 900, height: 360 };
/** It leaves room for the title, the axes, and the labels to the right. */
const plot = { left: 56, top: 90, width: 708, height: 220 };

const MAX_NAME_LENGTH = 48;
const MAX_TOOL_LENGTH = 20;

/**
 * Draws the frame times of a capture as an SVG of 900 × 360 pixels, for light and dark mode. The names from the file are cleaned
 * and escaped, so they cannot be markup.
 * @param elapsedS when each frame ended, where the caller has it already
 */
export function renderFrameChart(
  { frameTimesMs, droppedFrames, metrics }: FrameChart,
  elapsedS = elapsedTimesS(frameTimesMs),
): string {
  const frames = { frameTimesMs, elapsedS };
  const longestMs = longestOf(frameTimesMs);
  const yTicks = frameTimeTicks(metrics, longestMs);
  const limitMs = yTicks.values.at(-1) ?? yTicks.step;
  const durationS = frames.elapsedS.at(-1) ?? 0;
  const area = createChartArea(plot, { x: durationS, y: limitMs });
  const lines = referenceLinesOf(metrics);
  const cut = cutFrames(frames, limitMs, area);
  const title = cleanText(metrics.application ?? "", MAX_NAME_LENGTH) || "Unnamed application";
  const subtitle = subtitleOf(cleanText(metrics.tool, MAX_TOOL_LENGTH), frameTimesMs.length, durationS);
  const frame = {
    size,
    plot,
    style: frameChartStyle,
    name: `Frame times of ${title}`,
    description: [subtitle, ...lines.map(describeLine)].join("; "),
    title,
    subtitle,
    verticalCaption: "frame time (ms)",
  };
  const outside = legend({
    cut,
    limitLabel: tickLabel(limitMs, yTicks.step),
    longestMs,
    dropped: droppedFrames?.length ?? 0,
  });
  const inside = [
    verticalAxis(yTicks, area),
    timeAxis(durationS, area),
    `<svg width="${plot.width}" height="${plot.height}">`,
    frameLine(frames, area),
    droppedFrames ? droppedMarks(frames, droppedFrames, area) : "",
    `</svg>`,
    referenceLines(lines, area),
    referenceLabels(lines, area),
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

function describeLine({ name, fps }: ReferenceLine): string {
  return `${name} ${formatFigure(1000 / fps)} ms (${formatFigure(fps)} fps)`;
}

function subtitleOf(tool: string, frames: number, durationS: number): string {
  const { unit, seconds } = timeUnitOf(durationS);
  return `${tool} · ${frameCount(frames)} in ${formatFigure(durationS / seconds)} ${unit}`;
}

function frameCount(count: number): string {
  return `${formatNumber(count, 0)} ${count === 1 ? "frame" : "frames"}`;
}

function frameTimeTicks({ average_fps, low_1_fps, p0_1_fps }: ChartMetrics, longestMs: number): Ticks {
  const limit = frameTimeLimitMs({
    averageMs: 1000 / average_fps,
    low1Ms: low_1_fps === null ? 0 : 1000 / low_1_fps,
    quantile999Ms: p0_1_fps === null ? 0 : 1000 / p0_1_fps,
    longestMs,
  });
  return ticksCovering(limit, 6);
}

interface Legend {
  cut: CutFrames;
  /** The frame time at the upper edge, as the axis shows it. */
  limitLabel: string;
  longestMs: number;
  dropped: number;
}

/** Explains the marks of cut and of dropped frames, where the chart has any. */
function legend({ cut, limitLabel, longestMs, dropped }: Legend): string {
  const entries: string[] = [];
  if (cut.count > 0)
    entries.push(
      `▲ ${frameCount(cut.count)} above ${limitLabel} ms, the longest ${formatFigure(longestMs)} ms`,
    );
  if (dropped > 0) entries.push(`<tspan class="dropped-name">|</tspan> ${frameCount(dropped)} dropped`);
  const x = size.width - 16;
  return entries.length > 0 ? `<text class="end" x="${x}" y="50">${entries.join("\u2003")}</text>` : "";
}

function timeAxis(durationS: number, area: ChartArea): string {
  const { unit, seconds } = timeUnitOf(durationS);
  const ticks = ticksUpTo(durationS / seconds, 10);
  return horizontalAxis({ ticks, unit: seconds, caption: `time (${unit})` }, area);
}
