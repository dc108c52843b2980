import type { FrameMetrics } from "../../../readers/index.ts";
import { elapsedTimesS } from "../elapsed-times.ts";
import { chartSize, createChartArea, plot, px, type ChartArea } from "./chart-area.ts";
import { CHART_STYLE } from "./chart-style.ts";
import { cutFrames, droppedMarks, frameLine, type CutFrames } from "./frame-line.ts";
import { referenceLabels, referenceLines, type ReferenceLine } from "./reference-lines.ts";
import {
  formatFigure,
  formatNumber,
  frameTimeLimitMs,
  tickLabel,
  ticksUpTo,
  timeUnitOf,
  type Ticks,
} from "./scales.ts";
import { cleanText, escapeText } from "./svg-text.ts";

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
  const area = createChartArea({ durationS, frameTimeMs: limitMs });
  const lines = referenceLinesOf(metrics);
  const cut = cutFrames(frames, limitMs, area);
  const title = cleanText(metrics.application ?? "", MAX_NAME_LENGTH) || "Unnamed application";
  const subtitle = subtitleOf(cleanText(metrics.tool, MAX_TOOL_LENGTH), frameTimesMs.length, durationS);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${chartSize.width}" height="${chartSize.height}" viewBox="0 0 ${chartSize.width} ${chartSize.height}" role="img">`,
    `<title>${escapeText(`Frame times of ${title}`)}</title>`,
    `<desc>${escapeText([subtitle, ...lines.map(describeLine)].join("; "))}</desc>`,
    `<style>${CHART_STYLE}</style>`,
    `<rect class="paper" width="100%" height="100%"/>`,
    `<text class="title" x="16" y="30">${escapeText(title)}</text>`,
    `<text x="16" y="50">${escapeText(subtitle)}</text>`,
    legend({
      cut,
      limitLabel: tickLabel(limitMs, yTicks.step),
      longestMs,
      dropped: droppedFrames?.length ?? 0,
    }),
    `<text x="16" y="${plot.top - 14}">frame time (ms)</text>`,
    `<g transform="translate(${plot.left} ${plot.top})">`,
    frameTimeAxis(yTicks, area),
    timeAxis(durationS, area),
    `<svg width="${plot.width}" height="${plot.height}">`,
    frameLine(frames, area),
    droppedFrames ? droppedMarks(frames, droppedFrames, area) : "",
    `</svg>`,
    referenceLines(lines, area),
    referenceLabels(lines, area),
    cut.arrows,
    `</g>`,
    `</svg>\n`,
  ].join("\n");
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
  const { step, values } = ticksUpTo(limit, 6);
  const last = values.at(-1) ?? 0;
  return { step, values: last < limit ? [...values, last + step] : values };
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
  const x = chartSize.width - 16;
  return entries.length > 0 ? `<text class="end" x="${x}" y="50">${entries.join("\u2003")}</text>` : "";
}

function frameTimeAxis({ step, values }: Ticks, { y }: ChartArea): string {
  return values
    .map((value) => {
      const at = px(y(value));
      return (
        `<line class="${value === 0 ? "axis" : "grid"}" x1="0" x2="${plot.width}" y1="${at}" y2="${at}"/>` +
        `<text class="end" x="-8" y="${px(y(value) + 4)}">${tickLabel(value, step)}</text>`
      );
    })
    .join("");
}

function timeAxis(durationS: number, { x }: ChartArea): string {
  const { unit, seconds } = timeUnitOf(durationS);
  const { step, values } = ticksUpTo(durationS / seconds, 10);
  const ticks = values.map((value) => {
    const at = px(x(value * seconds));
    return (
      `<line class="axis" x1="${at}" x2="${at}" y1="${plot.height}" y2="${plot.height + 5}"/>` +
      `<text class="middle" x="${at}" y="${plot.height + 20}">${tickLabel(value, step)}</text>`
    );
  });
  const caption = `<text class="middle" x="${plot.width / 2}" y="${plot.height + 40}">time (${unit})</text>`;
  return ticks.join("") + caption;
}
