import { labelledAxis, verticalAxis, type AxisMark } from "../../../charts/axes.ts";
import { createChartArea, px, type ChartArea } from "../../../charts/chart-area.ts";
import { chartDocument } from "../../../charts/chart-document.ts";
import { tickLabel, ticksCovering } from "../../../charts/scales.ts";
import { quantile } from "../../../readers/index.ts";
import { elapsedTimesS } from "../../elapsed-times.ts";
import { captureFrame } from "../capture-frame.ts";
import { layoutOf, type ChartLayout } from "../chart-layout.ts";
import type { ChartLook } from "../chart-look.ts";
import { describeMarks, legendLine, legendRows } from "../legend.ts";
import { asFrameTime, describeLine, referenceLabels, type ReferenceLine } from "../reference-lines.ts";
import type { FrameChart } from "../render-frame-chart.ts";
import { createPercentileScale, percentileCurve } from "./percentile-curve.ts";

const style = {
  light: " --rare: #8e2fa8;",
  dark: " --rare: #d08bff;",
  rules: `
.rare { stroke: var(--rare); stroke-width: 1.5; stroke-dasharray: 2 3; }
.rare-name { fill: var(--rare); font-weight: 600; }
.average-dot { fill: var(--average); }
.low-dot { fill: var(--low); }
.rare-dot { fill: var(--rare); }`,
};

/** A percentile that the chart marks, and the minimum number of frames of a capture for this mark. */
interface MarkedPercentile extends Pick<ReferenceLine, "kind" | "name"> {
  share: number;
  minFrames: number;
}

const marked: readonly MarkedPercentile[] = [
  { kind: "average", name: "median", share: 0.5, minFrames: 1 },
  { kind: "low", name: "99 %", share: 0.99, minFrames: 100 },
  { kind: "rare", name: "99.9 %", share: 0.999, minFrames: 1000 },
];

/**
 * The axis has to reach at most this many times the frame time that one frame in a thousand exceeds. The chart may cut
 * off longer frame times.
 */
const MAX_HEADROOM = 4;

/** Draws the frame times of a capture by percentile as an SVG. */
export function renderPercentileChart(
  { frameTimesMs, metrics }: Pick<FrameChart, "frameTimesMs" | "metrics">,
  look: ChartLook,
): string {
  const frames = frameTimesMs.length;
  const ascendingMs = frameTimesMs.toSorted();
  const lines = marked
    .filter(({ minFrames }) => frames >= minFrames)
    .map((each) => Object.assign(asFrameTime(1000 / quantile(ascendingMs, each.share)), each));
  const longestMs = ascendingMs.at(-1) ?? 0;
  const limitMs = Math.min(longestMs, quantile(ascendingMs, 0.999) * MAX_HEADROOM);
  const layout = layoutOf(look, lines.length + (longestMs > limitMs ? 1 : 0));
  const { plot } = layout;
  const ticks = ticksCovering(limitMs, layout.maxTicks.frameTime);
  const endMs = ticks.values.at(-1) ?? ticks.step;
  const scale = createPercentileScale(frames);
  const area = createChartArea(plot, { xFrom: scale.from, x: scale.to, y: endMs });
  const count = frames - countUpTo(ascendingMs, endMs);
  const marks = describeMarks({
    cut: { count, arrows: "" },
    endLabel: tickLabel(endMs, ticks.step),
    longestMs,
    dropped: 0,
  });
  const curve = percentileCurve(ascendingMs, Math.floor(plot.width) + 1).map(
    ({ share, frameTimeMs }) => `${px(area.x(scale.placeOf(share)))},${px(area.y(frameTimeMs))}`,
  );
  const shown = {
    metrics,
    frames,
    durationS: elapsedTimesS(frameTimesMs).at(-1) ?? 0,
    shows: "Percentiles of the frame times of",
    described: [...lines.map(describeLine), ...marks],
    verticalCaption: "frame time (ms)",
    style,
  };
  const d = `M${curve.join(" ")}`;
  return chartDocument(captureFrame(shown, look, layout), {
    outside: layout.isNarrow ? legendRows(lines, marks) : legendLine(marks, look.width - 16),
    inside: [
      verticalAxis(ticks, area),
      labelledAxis(axisMarks(frames, layout), "frames no slower than this (%)", area),
      `<svg width="${plot.width}" height="${plot.height}">`,
      `<path class="area" d="${d}V${plot.height}H0Z"/><path class="frames" d="${d}"/>`,
      `</svg>`,
      ...lines.map((line) => drop(line, scale.placeOf(line.share), area)),
      layout.isNarrow ? "" : referenceLabels(lines, area),
      count > 0 ? `<path class="cut" d="M${plot.width - 4},0l4,-6l4,6z"/>` : "",
    ],
  });
}

/** Draws a line from a point of the percentile curve to the axis, and a dot at the point. */
function drop({ kind, value }: ReferenceLine, place: number, { plot, x, y }: ChartArea): string {
  const [at, top] = [px(x(place)), px(y(value))];
  return (
    `<line class="${kind}" x1="${at}" x2="${at}" y1="${top}" y2="${plot.height}"/>` +
    `<circle class="${kind}-dot" cx="${at}" cy="${top}" r="4"/>`
  );
}

/** Returns the number of values in an ascending list that are at most `limit`. */
function countUpTo(ascending: Float32Array, limit: number): number {
  let count = ascending.length;
  while (count > 0 && (ascending[count - 1] ?? 0) > limit) count -= 1;
  return count;
}

/** The percentiles that the axis labels where there is room for their labels. */
const NAMED = ["0", "50", "90", "99", "99.9", "99.99", "99.999"];
const LAST = "100";
/** The minimum distance between two labels of an axis, in pixels. */
const LABEL_GAP = 10;

/**
 * Returns the marks of the axis of percentiles: 0 % and 100 %, and between them the percentiles whose labels do not
 * touch.
 */
function axisMarks(frames: number, { plot, letterWidth }: ChartLayout): AxisMark[] {
  const { from, to, placeOf } = createPercentileScale(frames);
  const boxOf = (label: string) => {
    const middle = ((placeOf(Number(label) / 100) - from) / (to - from)) * plot.width;
    const half = (label.length * letterWidth) / 2;
    return { start: middle - half, end: middle + half };
  };
  const shown: string[] = [];
  for (const label of NAMED) {
    const { start, end } = boxOf(label);
    const isFree = shown.length === 0 || boxOf(shown.at(-1) ?? "").end + LABEL_GAP <= start;
    if (isFree && end + LABEL_GAP <= boxOf(LAST).start) shown.push(label);
  }
  return [...shown, LAST].map((label) => ({ value: placeOf(Number(label) / 100), label }));
}
