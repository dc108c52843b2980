import { gameOfExecutable, type FrameMetrics } from "../readers/index.ts";
import type { ChartMetrics } from "./chart/render-frame-chart.ts";

/**
 * Returns the metrics that the stored default chart of a frame series shows. The title is the title of the game to
 * which the application belongs. A title that the submitter types later has no effect, because the stored chart does
 * not change.
 */
export function overviewMetrics(metrics: FrameMetrics): ChartMetrics {
  const { application } = metrics;
  return { ...metrics, title: application === null ? null : gameOfExecutable(application).title };
}
