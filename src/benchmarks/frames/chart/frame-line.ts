import { lttb } from "../lttb.ts";
import { plot, px, type ChartArea } from "./chart-area.ts";

/** The frames of a chart, with the time at which each ended. */
export interface TimedFrames {
  frameTimesMs: Float32Array;
  elapsedS: Float64Array;
}

/** The line of the frame times, about one point a pixel, and the area below it. */
export function frameLine({ frameTimesMs, elapsedS }: TimedFrames, { x, y }: ChartArea): string {
  const points = Array.from(
    lttb(elapsedS, frameTimesMs, plot.width),
    (index) => `${px(x(elapsedS[index] ?? 0))},${px(y(frameTimesMs[index] ?? 0))}`,
  );
  // The first frame lasts from the beginning to its end.
  const line = `M0,${px(y(frameTimesMs[0] ?? 0))}L${points.join(" ")}`;
  return `<path class="area" d="${line}V${plot.height}H0Z"/><path class="frames" d="${line}"/>`;
}

/** Small strokes on the time axis where frames were dropped, one a pixel at most. */
export function droppedMarks(
  { elapsedS }: TimedFrames,
  droppedFrames: Uint32Array,
  { x }: ChartArea,
): string {
  const columns = new Set(Array.from(droppedFrames, (index) => Math.floor(x(elapsedS[index] ?? 0))));
  const strokes = [...columns].map((column) => `M${column + 0.5},${plot.height}v-7`);
  return strokes.length > 0 ? `<path class="dropped" d="${strokes.join("")}"/>` : "";
}

const ARROW_WIDTH = 8;

/** What lies above the plot. */
export interface CutFrames {
  count: number;
  /** Arrows at the upper edge, where such frames are. */
  arrows: string;
}

/** Finds the frames that take longer than the axis reaches. */
export function cutFrames(
  { frameTimesMs, elapsedS }: TimedFrames,
  limitMs: number,
  { x }: ChartArea,
): CutFrames {
  const columns = new Set<number>();
  let count = 0;
  for (let index = 0; index < frameTimesMs.length; index += 1) {
    if ((frameTimesMs[index] ?? 0) <= limitMs) continue;
    count += 1;
    columns.add(Math.round(x(elapsedS[index] ?? 0) / ARROW_WIDTH) * ARROW_WIDTH);
  }
  const arrows = [...columns].map((column) => `M${column - 4},0l4,-6l4,6z`);
  return { count, arrows: count > 0 ? `<path class="cut" d="${arrows.join("")}"/>` : "" };
}
