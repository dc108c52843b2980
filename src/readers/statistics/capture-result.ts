import type { FrameMetrics, ReadResult, ToolMetrics } from "../read-result.ts";
import { frameStatistics } from "./frame-statistics.ts";
import { sortInSteps } from "./sort-in-steps.ts";
import { toolFigures } from "./tool-figures.ts";

const unnamed = "unknown";

/** A capture of single frames. */
export interface FrameCapture {
  tool: string;
  application: string | null;
  /** In milliseconds, in the order of capture; at least one. */
  frameTimes: Float64Array;
  /** Places in `frameTimes` of the frames that were never displayed, ascending; null where the file does not tell. */
  droppedFrames: Uint32Array | null;
  /** Rows with the frame time 0, which are not in `frameTimes`. */
  zeroFrames: number;
  /** The last value of the column TimeInSeconds; NaN where there is none. */
  lastTimeS: number;
  warnings: string[];
}

function warningsOfLows(
  { low_1_fps, low_0_1_fps }: Pick<FrameMetrics, "low_0_1_fps" | "low_1_fps">,
  frames: number,
): string[] {
  const warnings: string[] = [];
  if (low_1_fps === null) {
    warnings.push(`The 1 % low needs at least 100 frames; the capture has ${frames}.`);
  }
  if (low_0_1_fps === null) {
    warnings.push(`The 0.1 % low needs at least 1 000 frames; the capture has ${frames}.`);
  }
  return warnings;
}

/** The result of a capture of frames: our figures, and beside them those that its tool shows. */
export async function resultOfFrames(capture: FrameCapture): Promise<ReadResult> {
  const { tool, application, frameTimes, droppedFrames, zeroFrames, lastTimeS, warnings } = capture;
  const ascending = await sortInSteps(frameTimes);
  const statistics = frameStatistics(ascending);
  return {
    score: statistics.average_fps,
    variant: application ?? unnamed,
    metrics: {
      ...statistics,
      samples: null,
      dropped_frames: droppedFrames?.length ?? null,
      tool,
      application,
      ...toolFigures(tool, { ascending, zeroFrames, lastTimeS }),
    },
    warnings: [...warnings, ...warningsOfLows(statistics, ascending.length)],
    frameTimesMs: new Float32Array(frameTimes),
    droppedFrames,
  };
}

/** A log of samples, taken now and then: of frame times or of frame rates, but not of every frame. */
export interface SampledLog {
  tool: string;
  averageFps: number;
  samples: number;
  durationS: number | null;
  /** The tool's own figures, as far as the log or its definitions have them. */
  toolMetrics: ToolMetrics;
  warnings: string[];
}

/** The result of a sampled log: an average, and no figure that would need every frame. */
export function resultOfSamples(log: SampledLog): ReadResult {
  const { tool, averageFps, samples, durationS, toolMetrics, warnings } = log;
  return {
    score: averageFps,
    variant: unnamed,
    metrics: {
      average_fps: averageFps,
      median_fps: null,
      p5_fps: null,
      p1_fps: null,
      p0_1_fps: null,
      low_1_fps: null,
      low_0_1_fps: null,
      min_fps: null,
      max_fps: null,
      stdev_ms: null,
      frames: null,
      samples,
      dropped_frames: null,
      duration_s: durationS,
      tool,
      application: null,
      ...toolMetrics,
    },
    warnings,
    frameTimesMs: null,
    droppedFrames: null,
  };
}
