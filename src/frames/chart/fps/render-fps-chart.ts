import { verticalAxis } from "../../../charts/axes.ts";
import { createChartArea, px } from "../../../charts/chart-area.ts";
import { chartDocument } from "../../../charts/chart-document.ts";
import { formatFigure } from "../../../charts/format-figure.ts";
import { tickLabel, ticksCovering } from "../../../charts/scales.ts";
import { quantile } from "../../../readers/index.ts";
import { elapsedTimesS } from "../../elapsed-times.ts";
import { captureFrame } from "../capture-frame.ts";
import { layoutOf } from "../chart-layout.ts";
import type { ChartLook } from "../chart-look.ts";
import { cutValues } from "../frame-line.ts";
import { limitOf, timeAxis } from "../frame-scales.ts";
import { legendLine, legendRows } from "../legend.ts";
import {
  asFrameRate,
  describeLine,
  referenceLabels,
  referenceLines,
  referencesOf,
} from "../reference-lines.ts";
import type { FrameChart } from "../render-frame-chart.ts";
import { frameRates, windowOf } from "./frame-rates.ts";

/**
 * The share of the frame rates of the running mean, from the lowest up, that the vertical axis always covers. The chart
 * may cut off higher rates.
 */
const USUAL = 0.98;

/** Draws the frame rate of a capture over time as an SVG: a running mean, the average, and the 1 % low. */
export function renderFpsChart(
  { frameTimesMs, metrics }: Pick<FrameChart, "frameTimesMs" | "metrics">,
  look: ChartLook,
): string {
  const elapsedS = elapsedTimesS(frameTimesMs);
  const durationS = elapsedS.at(-1) ?? 0;
  const windowS = windowOf(durationS);
  const { timesS, fps } = frameRates(elapsedS, { windowS, points: look.width });
  const ascending = fps.toSorted();
  const highest = ascending.at(-1) ?? 0;
  const lines = referencesOf(metrics, asFrameRate);
  const limit = limitOf([quantile(ascending, USUAL), ...lines.map(({ value }) => value)], highest);
  const layout = layoutOf(look, lines.length + (highest > limit ? 1 : 0));
  const ticks = ticksCovering(limit, layout.maxTicks.frameTime);
  const end = ticks.values.at(-1) ?? ticks.step;
  const area = createChartArea(layout.plot, { x: durationS, y: end });
  const cut = cutValues({ values: fps, timesS }, end, area);
  const marks =
    cut.count > 0
      ? [
          `▲ at times above ${tickLabel(end, ticks.step)} fps, the highest ${formatFigure(highest, "fps")} fps`,
        ]
      : [];
  const line = `M${Array.from(fps, (rate, index) => `${px(area.x(timesS[index] ?? 0))},${px(area.y(rate))}`).join(" ")}`;
  const { plot } = layout;
  const smoothing = `mean of ${nameOfWindow(windowS)}`;
  const shown = {
    metrics,
    frames: frameTimesMs.length,
    durationS,
    shows: "Frame rate of",
    described: [`${smoothing} around each moment`, ...lines.map(describeLine), ...marks],
    verticalCaption: `frame rate (fps), ${smoothing}`,
  };
  return chartDocument(captureFrame(shown, look, layout), {
    outside: layout.isNarrow ? legendRows(lines, marks) : legendLine(marks, look.width - 16),
    inside: [
      verticalAxis(ticks, area),
      timeAxis(durationS, layout.maxTicks.time, area),
      `<svg width="${plot.width}" height="${plot.height}">`,
      `<path class="area" d="${line}V${plot.height}H0Z"/><path class="frames" d="${line}"/>`,
      `</svg>`,
      referenceLines(lines, area),
      layout.isNarrow ? "" : referenceLabels(lines, area),
      cut.arrows,
    ],
  });
}

function nameOfWindow(windowS: number): string {
  return windowS < 60 ? `${windowS} s` : `${formatFigure(windowS / 60, "min").replace(/\.0+$/, "")} min`;
}
