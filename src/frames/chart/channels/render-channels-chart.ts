import { verticalAxis } from "../../../charts/axes.ts";
import { createChartArea, px } from "../../../charts/chart-area.ts";
import { chartDocument } from "../../../charts/chart-document.ts";
import { ticksCovering } from "../../../charts/scales.ts";
import { seriesLine, seriesMark, seriesStyle } from "../../../charts/series-style.ts";
import { escapeText } from "../../../charts/svg-text.ts";
import { quantile, type ChannelSeries, type FrameMetrics } from "../../../readers/index.ts";
import { captureFrame, type CaptureNames } from "../capture-frame.ts";
import type { ChartLook } from "../chart-look.ts";
import { cutValues } from "../frame-line.ts";
import { limitOf, timeAxis } from "../frame-scales.ts";
import { channelLayout, MARGIN, SAMPLE_WIDTH, type ChannelPanel } from "./channel-layout.ts";
import { channelMeans, type ChannelMeans } from "./channel-means.ts";
import { divisorOf, wordsOf } from "./channel-words.ts";

/** The data of a chart of channels (recorded values such as temperatures): at least one channel with a value. */
export interface ChannelsChart {
  channels: readonly ChannelSeries[];
  metrics: CaptureNames &
    Pick<FrameMetrics, "frames" | "duration_s"> &
    Partial<Pick<FrameMetrics, "samples">>;
}

/** The number of equal spans of the capture in which the means of the channels (such as temperatures) are drawn. */
const SPANS = 200;
/**
 * The share of the means of a channel, from the lowest up, that the vertical axis always covers. The chart may cut off
 * higher means.
 */
const USUAL = 0.98;
const FULL_PERCENT = 100;
const MIN_LIMIT = 0.001;
const MARK_RADIUS = 6;

const style = {
  ...seriesStyle,
  light: ` ${seriesStyle.light}`,
  dark: ` ${seriesStyle.dark}`,
  rules: `\n${seriesStyle.rules}\n.trend { stroke-width: 1.5; }`,
};

/**
 * Draws the channels of a capture (recorded values such as temperatures) over time as an SVG: one panel for each unit,
 * all panels with the same time axis. The picture is higher than requested, if its panels need more height.
 */
export function renderChannelsChart({ channels, metrics }: ChannelsChart, look: ChartLook): string {
  const names = channels.map(({ name }) => name);
  const { layout, panels, height } = channelLayout(names, look);
  const ends = channels.map(({ timesS }) => timesS.at(-1) ?? 0);
  // The time axis needs a length above 0 even if the capture has a single value at the time 0.
  const durationS = Math.max(metrics.duration_s ?? 0, ...ends) || 1;
  const meansOf = new Map(
    channels.map((channel) => [
      channel.name,
      channelMeans(channel, { durationS, spans: SPANS, divisor: divisorOf(channel.name) }),
    ]),
  );
  const means = `each point is the mean over 1/${SPANS} of the capture`;
  const shown = {
    metrics,
    frames: metrics.frames ?? 0,
    samples: metrics.samples ?? null,
    durationS,
    shows: "Recorded channels of",
    described: [means, ...panels.map(describePanel)],
    verticalCaption: "",
    style,
  };
  const frame = captureFrame(shown, look, layout);
  const lastPanel = panels.at(-1);
  const drawn = panels.map((panel) => {
    const { scale, svg } = drawPanel(panel, meansOf, { durationS, maxTicks: maxTicksOf(panel) });
    return (
      panelTexts(panel) +
      `<g transform="translate(${panel.plot.left} ${panel.plot.top})">${svg}` +
      `${panel === lastPanel ? timeAxis(durationS, layout.maxTicks.time, scale) : ""}</g>`
    );
  });
  const subtitle = layout.isNarrow ? frame.subtitle : `${frame.subtitle} · ${means}`;
  return chartDocument(
    { ...frame, size: { width: look.width, height }, subtitle },
    { outside: drawn.join("\n"), inside: [] },
  );
}

function describePanel({ caption, names }: ChannelPanel): string {
  return `${caption}: ${names.map((name) => wordsOf(name).label).join(", ")}`;
}

/** The height that each number at the vertical axis needs, in pixels. */
const TICK_SPACE = 32;

function maxTicksOf({ plot }: ChannelPanel): number {
  return Math.max(2, Math.min(5, Math.floor(plot.height / TICK_SPACE)));
}

/** Draws the plot of one panel of the chart of channels (recorded values such as temperatures). */
function drawPanel(
  { names, plot }: ChannelPanel,
  meansOf: ReadonlyMap<string, ChannelMeans>,
  { durationS, maxTicks }: { durationS: number; maxTicks: number },
) {
  const drawn = names.flatMap((name) => {
    const means = meansOf.get(name);
    return means ? [{ name, ...means }] : [];
  });
  const ticks = ticksCovering(limitOfPanel(drawn), maxTicks);
  const end = ticks.values.at(-1) ?? ticks.step;
  const scale = createChartArea(plot, { x: durationS, y: end });
  const lines = drawn.map(({ name, timesS, values }, position) =>
    seriesLine(
      Array.from(values, (value, index) => ({ x: scale.x(timesS[index] ?? 0), y: scale.y(value) })),
      wordsOf(name).style,
      drawn.length,
      position,
    ),
  );
  const arrows = drawn.map((means) => cutValues(means, end, scale).arrows);
  return { scale, svg: verticalAxis(ticks, scale) + clipped(lines.join(""), plot) + arrows.join("") };
}

/** Cuts off lines outside of a plot, but not the marks of points at the edge of the plot. */
function clipped(lines: string, { width, height }: ChannelPanel["plot"]): string {
  const [wide, high] = [width + 2 * MARK_RADIUS, height + 2 * MARK_RADIUS];
  const from = -MARK_RADIUS;
  return `<svg x="${from}" y="${from}" width="${wide}" height="${high}" viewBox="${from} ${from} ${wide} ${high}">${lines}</svg>`;
}

/** Returns the value that the vertical axis of a panel has to reach. */
function limitOfPanel(drawn: readonly { name: string; values: Float64Array }[]): number {
  const limits = drawn.map(({ values }) => {
    const ascending = values.toSorted();
    return limitOf([quantile(ascending, USUAL)], ascending.at(-1) ?? 0);
  });
  const limit = Math.max(...limits);
  const isPercent = drawn.every(({ name }) => name.endsWith("_percent"));
  if (isPercent && limit <= FULL_PERCENT) return FULL_PERCENT;
  // The vertical axis needs a length above 0 even if all values of the channel are about 0 or below.
  return limit > MIN_LIMIT ? limit : 1;
}

/** Draws the caption and the legend of a panel of the chart of channels (recorded values such as temperatures). */
function panelTexts({ caption, captionY, legend }: ChannelPanel): string {
  const entries = legend.map(({ name, x, y }) => {
    const { label, style: index } = wordsOf(name);
    const sample = SAMPLE_WIDTH - 8;
    return (
      `<path class="trend series-${index}" d="M${px(x)},${y - 4}h${sample}"/>` +
      seriesMark({ x: x + sample / 2, y: y - 4 }, index) +
      `<text class="name" x="${px(x + SAMPLE_WIDTH)}" y="${y}">${escapeText(label)}</text>`
    );
  });
  return `<text x="${MARGIN}" y="${captionY}">${escapeText(caption)}</text>${entries.join("")}`;
}
