import type { ToolMetrics } from "../../read-result.ts";
import { largestAt, sum } from "../../statistics/sums.ts";

/**
 * Returns the metrics of MangoHud's …_summary.csv from n frame times (milliseconds, smallest first). Let D be the frame
 * times in descending order, with indexes from 0. Then the metrics are 1000 / D[trunc(v n − 1)] (with an index of at
 * least 0) for v = 0.001, 0.01 and 0.97 in single precision ("0.1% Min FPS", "1% Min FPS", "97% Percentile FPS"), and
 * 1000 / mean frame time. Source: MangoHud's fps_metrics.h.
 */
export function mangoHudFigures(ascending: Float64Array): ToolMetrics {
  const n = ascending.length;
  const fpsAt = (share: number) => {
    const place = Math.fround(Math.fround(Math.fround(share) * n) - 1);
    return 1000 / largestAt(ascending, Math.max(Math.trunc(place), 0));
  };
  return {
    tool_average_fps: (1000 * n) / sum(ascending),
    tool_p0_1_fps: fpsAt(0.001),
    tool_p1_fps: fpsAt(0.01),
    tool_p97_fps: fpsAt(0.97),
  };
}
