import uPlot from "uplot";
import { formatFigure } from "./format-figure.ts";

// This script draws a zoomable chart of frame times. The chart library inserts names from files as text, never as
// markup.

/** The data of a chart of frame times, which the component `FrameChart` writes into the page. */
export interface FrameData {
  captures: { name: string; href: string }[];
  references: { name: string; fps: number }[];
  /** Initial upper end of the frame-time axis in ms; null = the longest frame time. */
  limitMs: number | null;
}

/** The functions with which buttons zoom and move a chart of frame times. */
export type FramePlot = Awaited<ReturnType<typeof plotFrames>>;

type Point = [timeS: number, frameTimeMs: number];

const SERIES_COLOURS = 6;

/** Loads the frame times, and replaces the picture by a chart of the same size. */
export async function plotFrames(place: HTMLElement, data: FrameData) {
  const all = await Promise.all(data.captures.map(({ href }) => load(href)));
  const table = uPlot.join(all.map((points) => [points.map(([time]) => time), points.map(([, ms]) => ms)]));
  const { height } = place.getBoundingClientRect();
  // Keep the height of the picture for the chart, so that the content below does not move while the chart is redrawn.
  place.style.minHeight = `${height}px`;
  const longest = all.reduce((max, points) => points.reduce((most, [, ms]) => Math.max(most, ms), max), 0);
  const state = { limitMs: data.limitMs ?? longest, isWhole: false };
  const end = all.reduce((max, points) => Math.max(max, points.at(-1)?.[0] ?? 0), 0);
  const topOf = () => (state.isWhole ? longest * 1.05 : Math.min(longest * 1.05, state.limitMs));

  let plot: uPlot | undefined;
  const draw = () => {
    const shown = plot && { min: plot.scales["x"]?.min ?? 0, max: plot.scales["x"]?.max ?? end };
    plot?.destroy();
    place.replaceChildren();
    // Subtract the height of the legend, which the chart library adds below the plot.
    const size = { width: place.clientWidth, height: Math.max(220, height - LEGEND_HEIGHT) };
    plot = new uPlot({ ...optionsOf(data, topOf), ...size }, table, place);
    if (shown) plot.setScale("x", shown);
    zoomByFingers(plot, controls.show);
  };
  const controls = controlsOf(() => plot, end);
  draw();
  // A change of the colour scheme does not change the colours on the canvas, so the chart has to be drawn again.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  new ResizeObserver(() => {
    if (plot && plot.width !== place.clientWidth)
      plot.setSize({ width: place.clientWidth, height: plot.height });
  }).observe(place);
  return {
    ...controls,
    /** Whether frames took longer than the initial upper end of the frame-time axis. */
    hasLongerFrames: longest > state.limitMs,
    /**
     * Switches the upper end of the frame-time axis between the limit and the longest frame time. Returns whether the
     * axis now includes the longest frame time.
     */
    toggleLimit: (): boolean => {
      state.isWhole = !state.isWhole;
      draw();
      return state.isWhole;
    },
  };
}

const LEGEND_HEIGHT = 24;

async function load(href: string): Promise<Point[]> {
  const answer = await fetch(href, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${href} answered ${answer.status}`);
  return ((await answer.json()) as { points: Point[] }).points;
}

function controlsOf(current: () => uPlot | undefined, end: number) {
  const show = (min: number, max: number) => {
    const width = Math.min(max - min, end);
    const from = Math.max(0, Math.min(min, end - width));
    current()?.setScale("x", { min: from, max: from + width });
  };
  const range = () => {
    const { min = 0, max = end } = current()?.scales["x"] ?? {};
    return { min, max };
  };
  return {
    /** Multiplies the time span that the chart of frame times shows by a factor, around the middle of the span. */
    zoom: (factor: number): void => {
      const { min, max } = range();
      const half = ((max - min) / 2) * factor;
      show((min + max) / 2 - half, (min + max) / 2 + half);
    },
    /**
     * Moves the time span that the chart of frame times shows by a fraction of its length. A negative fraction moves
     * the span to earlier times.
     */
    move: (part: number): void => {
      const { min, max } = range();
      const by = (max - min) * part;
      show(min + by, max + by);
    },
    /** Shows the whole capture in the chart of frame times. */
    reset: (): void => show(0, end),
    /** Sets which time span of the capture the chart of frame times shows. */
    show,
  };
}

/** The shortest distance between two fingers, in px, that zooms: closer fingers would zoom by jumps. */
const MIN_FINGERS_PX = 20;

/** Lets two fingers zoom and move a chart: the time under each finger stays under this finger. */
function zoomByFingers(plot: uPlot, show: (min: number, max: number) => void): void {
  const { over } = plot;
  let times: readonly number[] = [];
  const placesOf = ({ touches }: TouchEvent) => {
    const { left } = over.getBoundingClientRect();
    return Array.from(touches, ({ clientX }) => clientX - left).toSorted((a, b) => a - b);
  };
  over.addEventListener("touchstart", (event) => {
    times = placesOf(event).map((place) => plot.posToVal(place, "x"));
  });
  const move = (event: TouchEvent) => {
    const [first = 0, second = 0] = placesOf(event);
    const [from = 0, to = 0] = times;
    if (event.touches.length !== 2 || second - first < MIN_FINGERS_PX) return;
    // Keep the browser from zooming the page while the user zooms the chart.
    event.preventDefault();
    const secondsPerPx = (to - from) / (second - first);
    const min = from - first * secondsPerPx;
    show(min, min + over.clientWidth * secondsPerPx);
  };
  over.addEventListener("touchmove", move, { passive: false });
}

/**
 * Returns the current value of a colour token (`src/pages/style/tokens.css`). The value of a token has a colour for
 * each theme, so the function reads the computed colour of an element with the token's colour.
 */
function colour(token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function optionsOf(
  { captures, references }: FrameData,
  topOf: () => number,
): Omit<uPlot.Options, "width" | "height"> {
  const soft = colour("soft");
  const axis = {
    stroke: soft,
    grid: { stroke: colour("line"), width: 1 },
    ticks: { stroke: colour("line"), width: 1 },
  };
  return {
    scales: { x: { time: false, range: (_plot, min, max) => [min, max] }, y: { range: () => [0, topOf()] } },
    axes: [
      { ...axis, label: "time (s)", labelSize: 20, size: 36 },
      { ...axis, label: "frame time (ms)", labelSize: 20, size: 48 },
    ],
    series: [
      { label: "time", value: (_plot, time) => (time === null ? "–" : `${time.toFixed(3)} s`) },
      ...captures.map(({ name }, index): uPlot.Series => ({
        label: name,
        stroke: colour(`series-${(index % SERIES_COLOURS) + 1}`),
        width: captures.length === 1 ? 1 : 1.25,
        ...(index >= SERIES_COLOURS && { dash: [6, 4] }),
        points: { show: false },
        spanGaps: true,
        value: (_plot, ms) =>
          ms === null ? "–" : `${formatFigure(ms, "ms")} ms · ${formatFigure(1000 / ms, "fps")} fps`,
      })),
    ],
    cursor: { drag: { x: true, y: false }, points: { size: 6 } },
    legend: { live: true },
    hooks: { draw: [(plot) => drawReferences(plot, references)] },
  };
}

/** Draws frame rates as lines across the plot, each with its name above the line. */
function drawReferences(plot: uPlot, references: FrameData["references"]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "right";
  for (const [index, { name, fps }] of references.entries()) {
    const y = plot.valToPos(1000 / fps, "y", true);
    const right = bbox.left + bbox.width - 4;
    const text = `${name} ${formatFigure(fps, "fps")} fps`;
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.strokeStyle = colour(index === 0 ? "good" : "warn");
    ctx.fillStyle = ctx.strokeStyle;
    ctx.setLineDash(index === 0 ? [] : [6 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    // Draw an outline in the background colour around the name of a line, so that the name is readable in front of the
    // curve.
    ctx.setLineDash([]);
    ctx.strokeStyle = colour("ground");
    ctx.lineWidth = 4 * devicePixelRatio;
    ctx.strokeText(text, right, y - 5 * devicePixelRatio);
    ctx.fillText(text, right, y - 5 * devicePixelRatio);
  }
  ctx.restore();
}
