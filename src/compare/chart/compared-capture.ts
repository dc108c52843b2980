import type { FrameMetrics } from "../../readers/index.ts";
import type { FrameProfile } from "../../frames/index.ts";
import { cleanText } from "../../charts/svg-text.ts";

/** A capture in a chart of several captures. */
export interface ComparedCapture {
  /** The name of the capture's build, as the owner of the build has typed it. */
  build: string;
  isUnranked: boolean;
  metrics: CaptureMetrics;
  /** The number of frames in the capture. */
  frames: number;
  profile: Pick<FrameProfile, "trend" | "histogram">;
  /**
   * Single frames: `[end of the frame in seconds, frame time in milliseconds]`; empty if the chart shows no single
   * frames.
   */
  points: readonly [number, number][];
}

type CaptureMetrics = Pick<FrameMetrics, "application" | "average_fps" | "low_1_fps" | "p0_1_fps">;

// The maximum length of a build's name in the legend, in characters. On a narrow screen, where texts are larger, longer
// names would reach into the figures.
const MAX_BUILD_LENGTH = 28;
const MAX_APPLICATION_LENGTH = 20;

/** Returns the name of a capture's application, without characters that could harm the chart. */
function applicationOf({ metrics }: ComparedCapture): string {
  return cleanText(metrics.application ?? "", MAX_APPLICATION_LENGTH) || "unnamed application";
}

/**
 * Returns the name of a capture in the legend: its build and its application, without characters that could harm the
 * chart.
 */
export function nameOfCapture(capture: ComparedCapture): string {
  const build = cleanText(capture.build, MAX_BUILD_LENGTH) || "unnamed build";
  return `${build} · ${applicationOf(capture)}${capture.isUnranked ? " (unranked)" : ""}`;
}

/**
 * Returns the heading of a chart: the name of the application if all captures are of the same application, else the
 * number of captures.
 */
export function titleOf(captures: readonly ComparedCapture[]): string {
  const names = new Set(captures.map(applicationOf));
  return names.size === 1 ? ([...names][0] ?? "") : `${captures.length} captures`;
}
