import type { RecordedChannels } from "../channels/channel-series.ts";
import { message, type Message } from "../message.ts";
import type { CaptureRequest, FrameMetrics, ReadResult, ToolMetrics } from "../read-result.ts";
import type { RecordedOn } from "../recorded-on.ts";
import { frameStatistics } from "../statistics/frame-statistics.ts";
import { smoothnessOf } from "../statistics/smoothness.ts";
import { sortInSteps } from "../statistics/sort-in-steps.ts";
import { isReason, joinReasons, reasonsOf, sentencesOf, type UnrankedReason } from "../unranked.ts";
import { reasonsOfClock, THINNED_WARNING } from "./clock-reasons.ts";
import type { CaptureClock } from "./frame-clock.ts";
import { nameGame, warningsOfFileName } from "./game-name.ts";
import { reasonsOfLength, reasonsOfSampledLength } from "./length.ts";
import { executableIn } from "./other-processes.ts";
import { doubtsAboutAverage, doubtsAboutExecutable, doubtsAboutFrames } from "./plausibility.ts";

/**
 * Returns the result of a capture of single frames: the metrics of this service, and the metrics as the capture tool
 * itself defines them.
 */
export async function resultOfFrames(capture: FrameCapture): Promise<ReadResult> {
  const { tool, frameTimes, droppedFrames, generation, toolFigures, warnings, recordedOn } = capture;
  const { recording = 1, clockS, leftOutS = 0, stepS = 0, isThinned = false } = capture;
  const application = nameGame(capture);
  const ascending = await sortInSteps(frameTimes);
  const statistics = frameStatistics(ascending);
  const { frames, duration_s } = statistics;
  const ofClock = clockS === undefined ? [] : reasonsOfClock({ clockS, leftOutS, stepS, frames, duration_s });
  if (ofClock.length > 0 && isThinned) return resultOfThinned(capture, ofClock, statistics);
  const executable = capture.application ?? executableIn(application ?? "");
  const doubts = [
    ...doubtsAboutExecutable(executable, capture.request),
    ...(capture.doubts ?? []),
    ...doubtsAboutFrames(frameTimes, ascending, statistics),
  ];
  const reasons = [
    ...ofClock,
    ...warnings.filter(isReason),
    ...reasonsOf("implausible", doubts),
    ...reasonsOfLength({ durationS: clockS ?? duration_s, frames }),
  ];
  return {
    score: statistics.average_fps,
    variant: application,
    isNamedByFile: capture.application !== null,
    recording,
    metrics: {
      ...statistics,
      ...smoothnessOf(frameTimes),
      gpu_limited_percent: capture.channels?.gpuLimitedPercent ?? null,
      fps_per_watt: fpsPerWatt(statistics.average_fps, capture.channels),
      samples: null,
      dropped_frames: droppedFrames?.length ?? null,
      generated_frames: generation?.generatedFrames ?? null,
      displayed_average_fps: generation?.displayedAverageFps ?? null,
      tool,
      application,
      ...toolFigures?.(ascending),
    },
    warnings: [
      ...sentencesOf(reasons),
      ...warnings.filter((warning) => !isReason(warning)),
      ...warningsOfLows(statistics, ascending.length),
      ...warningsOfFileName(capture),
    ],
    unranked: joinReasons(reasons),
    frameTimesMs: new Float32Array(frameTimes),
    droppedFrames,
    channels: capture.channels?.channels ?? [],
    recordedOn,
  };
}

/** A capture of single frames. The fields of `CaptureClock` are absent if the file has no times in a known unit. */
export interface FrameCapture extends Partial<CaptureClock> {
  tool: string;
  /** The game's executable; null if the file names no executable. */
  application: string | null;
  /** The request for the result. It may name the game of a capture whose file does not. */
  request: CaptureRequest;
  /** The number of this recording in the file, from 1. Absent for a file with one recording. */
  recording?: number;
  /** The frame times in milliseconds, in the order of capture; at least one. */
  frameTimes: Float64Array;
  /**
   * Indexes in `frameTimes` of the frames that were never displayed, ascending; null if the file does not say which
   * frames were displayed.
   */
  droppedFrames: Uint32Array | null;
  /**
   * The channels: values, such as temperatures, that the file recorded over time besides the frames. Absent if the
   * format has no channels.
   */
  channels?: RecordedChannels;
  /** The data about generated frames; absent where the file does not say which frames are generated. */
  generation?: FrameGeneration;
  /**
   * Calculates the metrics as the capture tool defines them, from the frame times in ascending order. Absent if the
   * tool's definitions are unknown.
   */
  toolFigures?: (ascending: Float64Array) => ToolMetrics;
  /** Warnings about the file, some of which may be reasons why the result is unranked. */
  warnings: readonly (Message | UnrankedReason)[];
  /** Reasons to doubt that the chosen program is the game; absent for formats whose files contain only one program. */
  doubts?: readonly Message[];
  /** The hardware that the file names; null where the file names no hardware. */
  recordedOn: RecordedOn | null;
}

// Returns the result of a capture whose file has only some of the frames, such as every second one.
function resultOfThinned(
  {
    tool,
    request,
    recording,
    application,
    clockS,
    channels,
    doubts = [],
    warnings,
    recordedOn,
  }: FrameCapture,
  ofClock: readonly UnrankedReason[],
  { average_fps, frames }: Pick<ReturnType<typeof frameStatistics>, "average_fps" | "frames">,
): ReadResult {
  return resultOfSamples({
    tool,
    request,
    ...(recording !== undefined && { recording }),
    application,
    averageFps: average_fps,
    samples: frames,
    durationS: clockS ?? null,
    ...(channels && { channels }),
    toolMetrics: {},
    warnings: [...ofClock, ...reasonsOf("implausible", doubts), ...warnings, THINNED_WARNING],
    recordedOn,
  });
}

/** Data about the generated frames of a capture. `frameTimes` does not contain the times of generated frames. */
export interface FrameGeneration {
  generatedFrames: number;
  /** The metric `displayed_average_fps`: displayed frames per second, including generated frames. */
  displayedAverageFps: number | null;
}

function warningsOfLows(
  { low_1_fps, low_0_1_fps }: Pick<FrameMetrics, "low_0_1_fps" | "low_1_fps">,
  frames: number,
): Message[] {
  const warnings: Message[] = [];
  if (low_1_fps === null) {
    warnings.push(message`The 1 % low needs at least 100 frames; the capture has ${frames}.`);
  }
  if (low_0_1_fps === null) {
    warnings.push(message`The 0.1 % low needs at least 1,000 frames; the capture has ${frames}.`);
  }
  return warnings;
}

/** Returns the metric `fps_per_watt`: average frames per second over the mean power of the GPU. */
function fpsPerWatt(averageFps: number, recorded: RecordedChannels | undefined): number | null {
  const power = recorded?.channels.find(({ name }) => name === "gpu_power_w");
  return power ? averageFps / power.mean : null;
}

/** A log that samples frame times or frame rates at intervals, instead of recording every frame. */
export interface SampledLog {
  tool: string;
  /** The request for the result. It may name the game of a log whose file does not. */
  request: CaptureRequest;
  /** The game's executable; absent or null if the file names no executable. */
  application?: string | null;
  /** The number of this recording in the file, from 1. Absent for a file with one recording. */
  recording?: number;
  averageFps: number;
  samples: number;
  durationS: number | null;
  /**
   * The channels: other values, such as temperatures, that the log recorded over time. Absent if the format has no
   * channels.
   */
  channels?: RecordedChannels;
  /**
   * The metrics that the tool itself defines, if the log contains them or they can be calculated by known definitions.
   */
  toolMetrics: ToolMetrics;
  /** Warnings about the file, some of which may be reasons why the result is unranked. */
  warnings: readonly (Message | UnrankedReason)[];
  /** The hardware that the file names; null where the file names no hardware. */
  recordedOn: RecordedOn | null;
}

/** Returns the result of a sampled log: an average frame rate, and null for every metric that needs all frames. */
export function resultOfSamples(log: SampledLog): ReadResult {
  const { tool, request, recording = 1, averageFps, samples, durationS } = log;
  const { toolMetrics, warnings, recordedOn } = log;
  const named = log.application ?? null;
  const unnamed = { tool, request, application: named };
  const application = nameGame(unnamed);
  const executable = named ?? executableIn(application ?? "");
  const doubts = [...doubtsAboutExecutable(executable, request), ...doubtsAboutAverage(averageFps)];
  const reasons = [
    ...warnings.filter(isReason),
    ...reasonsOf("implausible", doubts),
    ...reasonsOfSampledLength(log),
  ];
  return {
    score: averageFps,
    variant: application,
    isNamedByFile: named !== null,
    recording,
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
      stutter_percent: null,
      time_below_30_fps_percent: null,
      time_below_60_fps_percent: null,
      gpu_limited_percent: null,
      fps_per_watt: fpsPerWatt(averageFps, log.channels),
      frames: null,
      samples,
      dropped_frames: null,
      generated_frames: null,
      displayed_average_fps: null,
      duration_s: durationS,
      tool,
      application,
      ...toolMetrics,
    },
    warnings: [
      ...sentencesOf(reasons),
      ...warnings.filter((warning) => !isReason(warning)),
      ...warningsOfFileName(unnamed),
    ],
    unranked: joinReasons(reasons),
    frameTimesMs: null,
    droppedFrames: null,
    channels: log.channels?.channels ?? [],
    recordedOn,
  };
}
