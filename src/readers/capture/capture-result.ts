import { message, type Message } from "../message.ts";
import type { CaptureRequest, FrameMetrics, ReadResult, ToolMetrics } from "../read-result.ts";
import type { RecordedOn } from "../recorded-on.ts";
import { frameStatistics } from "../statistics/frame-statistics.ts";
import { sortInSteps } from "../statistics/sort-in-steps.ts";
import { suspicionOf } from "../suspicion.ts";
import { nameGame } from "./game-name.ts";
import { executableIn } from "./other-processes.ts";
import { doubtsAboutAverage, doubtsAboutExecutable, doubtsAboutFrames } from "./plausibility.ts";

/** The result of a capture of frames: our figures, and beside them the figures that the tool itself shows. */
export async function resultOfFrames(capture: FrameCapture): Promise<ReadResult> {
  const { tool, frameTimes, droppedFrames, generation, toolFigures, warnings, recordedOn } = capture;
  const { recording = 1 } = capture;
  const { application, variant, warnings: warningsOfName } = nameGame(capture);
  const ascending = await sortInSteps(frameTimes);
  const statistics = frameStatistics(ascending);
  const executable = capture.application ?? executableIn(application ?? "");
  const doubts = [
    ...doubtsAboutExecutable(executable, capture.request),
    ...(capture.doubts ?? []),
    ...doubtsAboutFrames(ascending, statistics),
  ];
  return {
    score: statistics.average_fps,
    variant,
    recording,
    metrics: {
      ...statistics,
      samples: null,
      dropped_frames: droppedFrames?.length ?? null,
      generated_frames: generation?.generatedFrames ?? null,
      displayed_average_fps: generation?.displayedAverageFps ?? null,
      tool,
      application,
      ...toolFigures?.(ascending),
    },
    warnings: [...doubts, ...warnings, ...warningsOfName, ...warningsOfLows(statistics, ascending.length)],
    suspect: suspicionOf(doubts),
    frameTimesMs: new Float32Array(frameTimes),
    droppedFrames,
    recordedOn,
  };
}

/** A capture of single frames. */
export interface FrameCapture {
  tool: string;
  /** The game's executable; null where the file names none. */
  application: string | null;
  /** May name the game where the file does not. */
  request: CaptureRequest;
  /** Which recording of the file it is, from 1. Absent for a file that holds one. */
  recording?: number;
  /** In milliseconds, in the order of capture; at least one. */
  frameTimes: Float64Array;
  /** Indexes in `frameTimes` of the frames that were never displayed, ascending; null where the file does not tell. */
  droppedFrames: Uint32Array | null;
  /** Absent where the file does not tell which frames were generated. */
  generation?: FrameGeneration;
  /** Calculates the figures that the tool shows, from the frame times, smallest first. Absent where the tool's definitions are unknown. */
  toolFigures?: (ascending: Float64Array) => ToolMetrics;
  warnings: Message[];
  /** What is implausible about the choice of the game; absent where the file leaves none. */
  doubts?: readonly Message[];
  /** The hardware that the file names. */
  recordedOn: RecordedOn | null;
}

/** What a capture tells about generated frames, which are not in its `frameTimes`. */
export interface FrameGeneration {
  generatedFrames: number;
  /** The metric `displayed_average_fps`. */
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
    warnings.push(message`The 0.1 % low needs at least 1 000 frames; the capture has ${frames}.`);
  }
  return warnings;
}

/** A log that samples frame times or frame rates at intervals instead of recording every frame. */
export interface SampledLog {
  tool: string;
  /** Names the game: the file does not. */
  request: CaptureRequest;
  /** Which recording of the file it is, from 1. Absent for a file that holds one. */
  recording?: number;
  averageFps: number;
  samples: number;
  durationS: number | null;
  /** The figures that the tool shows, as far as the log holds them or their definitions are known. */
  toolMetrics: ToolMetrics;
  warnings: Message[];
  /** The hardware that the file names. */
  recordedOn: RecordedOn | null;
}

/** The result of a sampled log: an average, and null for every figure that needs all frames. */
export function resultOfSamples(log: SampledLog): ReadResult {
  const {
    tool,
    request,
    recording = 1,
    averageFps,
    samples,
    durationS,
    toolMetrics,
    warnings,
    recordedOn,
  } = log;
  const game = nameGame({ tool, request, application: null });
  const executable = executableIn(game.application ?? "");
  const doubts = [...doubtsAboutExecutable(executable, request), ...doubtsAboutAverage(averageFps)];
  return {
    score: averageFps,
    variant: game.variant,
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
      frames: null,
      samples,
      dropped_frames: null,
      generated_frames: null,
      displayed_average_fps: null,
      duration_s: durationS,
      tool,
      application: game.application,
      ...toolMetrics,
    },
    warnings: [...doubts, ...game.warnings, ...warnings],
    suspect: suspicionOf(doubts),
    frameTimesMs: null,
    droppedFrames: null,
    recordedOn,
  };
}
