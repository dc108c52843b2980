import { elapsedTimesS } from "./elapsed-times.ts";
import type { FrameSeries } from "../model/frame-series.ts";
import { lttb } from "./lttb.ts";

/** The time a frame ended, in seconds from the beginning, and how long it took, in milliseconds. */
type FramePoint = [number, number];

/** At most `count` points of a series: its look, by LTTB. Times are rounded to 1 µs, frame times to 0.1 µs. */
function pointsOf({ frameTimesMs }: FrameSeries, count: number): FramePoint[] {
  const elapsed = elapsedTimesS(frameTimesMs);
  return Array.from(lttb(elapsed, frameTimesMs, count), (index): FramePoint => [
    Number((elapsed[index] ?? 0).toFixed(6)),
    Number((frameTimesMs[index] ?? 0).toFixed(4)),
  ]);
}

/** The answer of GET /benchmarks/runs/<run_id>/frames. */
export function presentFrames(runId: string, series: FrameSeries, count: number) {
  return {
    run_id: runId,
    unit: "ms" as const,
    frames: series.frameTimesMs.length,
    points: pointsOf(series, count),
  };
}

/** The same as CSV (RFC 4180). Its cells are numbers above 0, so no spreadsheet takes one for a formula. */
export function presentFramesAsCsv(series: FrameSeries, count: number): string {
  const rows = pointsOf(series, count).map(([timeS, frameTimeMs]) => `${timeS},${frameTimeMs}\r\n`);
  return `time_s,frame_time_ms\r\n${rows.join("")}`;
}
