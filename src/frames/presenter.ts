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
 * Returns the body of the answer of GET /benchmarks/runs/<run_id>/frames as CSV (RFC 4180), with a column for each
 * requested channel (such as a temperature). All cells are numbers that are not negative, or empty, so no spreadsheet
 * takes a cell for a formula.
 * @param text the JSON of `FramePoints`
 */
export function presentFramesAsCsv(text: string): string {
  const { points, channels = [] } = JSON.parse(text) as FramePoints;
  const header = ["time_s", "frame_time_ms", ...channels.map(({ name }) => name)];
  const rows = points.map((cells, at) => [cells, channels.map(({ values }) => values[at] ?? "")].flat());
  return [header, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}
