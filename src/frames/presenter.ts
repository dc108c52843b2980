import type { FramePoints } from "./model/frame-overview.ts";

/**
 * Returns the body of the answer of GET /benchmarks/runs/<run_id>/frames, as JSON.
 * @param frames the number of frames of the capture
 * @param points the JSON of `FramePoints`
 */
export function presentFrames(runId: string, frames: number, points: string): string {
  const start = JSON.stringify({ run_id: runId, unit: "ms", frames }).slice(0, -1);
  return `${start},${points.slice(1)}`;
}

/**
 * Returns the body of the answer of GET /benchmarks/runs/<run_id>/frames as CSV (RFC 4180). All cells are positive
 * numbers, so no spreadsheet takes a cell for a formula.
 */
export function presentFramesAsCsv(points: string): string {
  const rows = (JSON.parse(points) as FramePoints).points.map((cells) => `${cells.join(",")}\r\n`);
  return `time_s,frame_time_ms\r\n${rows.join("")}`;
}
