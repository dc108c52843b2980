import { elapsedTimesS } from "./elapsed-times.ts";
import type { FrameSeries } from "../model/frame-series.ts";
import { lttb } from "./lttb.ts";

/** The answer of GET /benchmarks/runs/<run_id>/frames. */
export function presentFrames(runId: string, series: FrameSeries, count: number) {
  return {
    run_id: runId,
    unit: "ms" as const,
    frames: series.frameTimesMs.length,
    points: pointsOf(series, count),
  };
}

/** The same points as CSV (RFC 4180). All cells are positive numbers, so no spreadsheet takes a cell for a formula. */
export function presentFramesAsCsv(series: FrameSeries, count: number): string {
  const rows = pointsOf(series, count).map(([timeS, frameTimeMs]) => `${timeS},${frameTimeMs}\r\n`);
  return `time_s,frame_time_ms\r\n${rows.join("")}`;
}

/** When a frame ended, in seconds from the beginning of the capture, and how long it took, in milliseconds. */
type FramePoint = [number, number];

/** Downsamples a series to at most `count` points by LTTB. Rounds times to 1 µs and frame times to 0.1 µs. */
function pointsOf({ frameTimesMs }: FrameSeries, count: number): FramePoint[] {
  const elapsed = elapsedTimesS(frameTimesMs);
  return Array.from(lttb(elapsed, frameTimesMs, count), (index): FramePoint => [
    Number((elapsed[index] ?? 0).toFixed(6)),
    Number((frameTimesMs[index] ?? 0).toFixed(4)),
  ]);
}
