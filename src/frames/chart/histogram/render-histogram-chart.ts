import { horizontalAxis, verticalAxis } from "../../../charts/axes.ts";
import { drawBars } from "../../../charts/bars.ts";
import { createChartArea, px, type ChartArea } from "../../../charts/chart-area.ts";
import { chartDocument } from "../../../charts/chart-document.ts";
import { formatFigure } from "../../../charts/format-figure.ts";
import { tickLabel, ticksCovering } from "../../../charts/scales.ts";
import { elapsedTimesS } from "../../elapsed-times.ts";
import { captureFrame } from "../capture-frame.ts";
import { layoutOf } from "../chart-layout.ts";
import type { ChartLook } from "../chart-look.ts";
import { frameCount, legendLine, legendRows } from "../legend.ts";
import {
  asFrameTime,
  describeLine,
  labelsBelowEachOther,
  referencesOf,
  type ReferenceLine,
} from "../reference-lines.ts";
import type { FrameChart } from "../render-frame-chart.ts";
import { frameHistogram, type FrameHistogram } from "./frame-histogram.ts";

/** The approximate width of a bar of the histogram, in pixels. */
const BAR_WIDTH = 8;

const style = {
  light: " --bar: #2563c9; --bar-fill: #2563c933;",
  dark: " --bar: #5aa2ff; --bar-fill: #5aa2ff40;",
  rules: "\n.bar { fill: var(--bar-fill); stroke: var(--bar); }",
};

/** Draws the histogram of the frame times of a capture as an SVG, with its average and its 1 % low. */
export function renderHistogramChart(
  { frameTimesMs, metrics }: Pick<FrameChart, "frameTimesMs" | "metrics">,
  look: ChartLook,
): string {
  const ascendingMs = frameTimesMs.toSorted();
  const lines = referencesOf(metrics, asFrameTime);
  const { plot: wished, maxTicks } = layoutOf(look, 0);
  const histogram = frameHistogram(ascendingMs, {
    low1Ms: lines.find(({ kind }) => kind === "low")?.value ?? 0,
    bins: wished.width / BAR_WIDTH,
    maxTicks: maxTicks.time,
  });
  const { bins, counts } = histogram;
  const rest = describeRest(histogram, ascendingMs);
  const layout = layoutOf(look, lines.length + rest.length);
  const shares = Array.from(counts, (count) => (100 * count) / frameTimesMs.length);
  const yTicks = ticksCovering(Math.max(...shares), layout.maxTicks.frameTime);
  const end = yTicks.values.at(-1) ?? yTicks.step;
  const area = createChartArea(layout.plot, { xFrom: bins.from, x: bins.to, y: end });
  const width = `${Number(bins.step.toPrecision(2))} ms`;
  const bars = shares.map((height, bin) => ({
    from: bins.from + bin * bins.step,
    to: bins.from + (bin + 1) * bins.step,
    height,
  }));
  const shown = {
    metrics,
    frames: frameTimesMs.length,
    durationS: elapsedTimesS(frameTimesMs).at(-1) ?? 0,
    shows: "Histogram of the frame times of",
    described: [`bars of ${width}`, ...lines.map(describeLine), ...rest.map(plain)],
    verticalCaption: "frames (%)",
    style,
  };
  // An arrow after the name of a line says that the line would stand to the right of the plot.
  const named = lines.map((line) => (line.value > bins.to ? { ...line, name: `${line.name} →` } : line));
  return chartDocument(captureFrame(shown, look, layout), {
    outside: layout.isNarrow ? legendRows(named, rest) : legendLine(rest, look.width - 16),
    inside: [
      verticalAxis(yTicks, area),
      horizontalAxis({ ticks: bins.ticks, caption: `frame time (ms), in bars of ${width}` }, area),
      drawBars(bars, area),
      ...lines.map((line) => upright(line, area)),
      layout.isNarrow ? "" : labelsBelowEachOther(named, layout.plot),
    ],
  });
}

/** Draws a vertical line at a value, over the whole height of the plot. A value outside of the axis gets no line. */
function upright({ kind, value }: ReferenceLine, { plot, x }: ChartArea): string {
  const at = x(value);
  if (at < 0 || at > plot.width) return "";
  return `<line class="${kind}" x1="${px(at)}" x2="${px(at)}" y1="0" y2="${plot.height}"/>`;
}

/** Returns, as SVG texts, how many frames of a histogram lie outside of its axis, on either side. */
function describeRest({ bins, below, above }: FrameHistogram, ascendingMs: Float32Array): string[] {
  const side = (sign: string, count: number, where: string, end: string, ms = 0) =>
    count === 0
      ? []
      : [
          `${sign} ${frameCount(count)} ${where}<tspan class="figures">, ${end} ${formatFigure(ms, "ms")} ms</tspan>`,
        ];
  const label = (ms: number) => `${tickLabel(ms, bins.ticks.step)} ms`;
  return [
    ...side("◀", below, `below ${label(bins.from)}`, "shortest", ascendingMs[0]),
    ...side("▶", above, `of ${label(bins.to)} or more`, "longest", ascendingMs.at(-1)),
  ];
}

/** Returns the text of an SVG element without its markup. */
function plain(svg: string): string {
  return svg.replaceAll(/<[^<>]*>/g, "");
}
