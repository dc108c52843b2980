import { px, type ChartArea } from "../../charts/chart-area.ts";
import { lttb } from "../lttb.ts";

/**
 * The frames that a chart shows, with the time at which each frame ended, in seconds from the beginning of the capture.
 */
export interface TimedFrames {
  frameTimesMs: Float32Array;
  elapsedS: Float64Array;
}

/** Draws the line of the frame times of a capture, with about one point for each pixel, and the area below the line. */
export function frameLine({ frameTimesMs, elapsedS }: TimedFrames, { plot, x, y }: ChartArea): string {
  const points = Array.from(
    lttb(elapsedS, frameTimesMs, plot.width),
    (index) => `${px(x(elapsedS[index] ?? 0))},${px(y(frameTimesMs[index] ?? 0))}`,
  );
  // The line of frame times begins at time 0, although its first point stands at the end of the first frame.
  const line = `M0,${px(y(frameTimesMs[0] ?? 0))}L${points.join(" ")}`;
  return `<path class="area" d="${line}V${plot.height}H0Z"/><path class="frames" d="${line}"/>`;
}

/** Draws strokes on the time axis where frames were dropped, at most one for each pixel. */
export function droppedMarks(
  { elapsedS }: TimedFrames,
  droppedFrames: Uint32Array,
  { plot, x }: ChartArea,
): string {
  const columns = new Set(Array.from(droppedFrames, (index) => Math.floor(x(elapsedS[index] ?? 0))));
  const strokes = [...columns].map((column) => `M${column + 0.5},${plot.height}v-7`);
  return strokes.length > 0 ? `<path class="dropped" d="${strokes.join("")}"/>` : "";
}

const ARROW_WIDTH = 8;

/** Values of a capture over time: each value has its time, in seconds from the beginning of the capture. */
interface TimedValues {
  values: Float32Array | Float64Array;
  timesS: Float64Array;
}

/** The values that a chart cuts off, because they exceed the upper end of its axis. */
export interface CutValues {
  count: number;
  /** Arrows, as SVG, at the upper edge of the plot, at the times of the values that exceed the axis. */
  arrows: string;
}

/** Counts the values that exceed the upper end of a chart's axis, and draws arrows at their times. */
export function cutValues({ values, timesS }: TimedValues, limit: number, { x }: ChartArea): CutValues {
  const columns = new Set<number>();
  let count = 0;
  for (let index = 0; index < values.length; index += 1) {
    if ((values[index] ?? 0) <= limit) continue;
    count += 1;
    columns.add(Math.round(x(timesS[index] ?? 0) / ARROW_WIDTH) * ARROW_WIDTH);
  }
  const arrows = [...columns].map((column) => `M${column - 4},0l4,-6l4,6z`);
  return { count, arrows: count > 0 ? `<path class="cut" d="${arrows.join("")}"/>` : "" };
}
