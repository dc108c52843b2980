import type { Channel } from "./channels/channel-series.ts";
import type { Message } from "./message.ts";
import type { RecordedOn } from "./recorded-on.ts";
import type { UnrankedReason } from "./unranked.ts";

/** The result of reading a benchmark's result file. */
export interface ReadResult {
  /** The average frames per second of a graphics test or of a capture. */
  score: number;
  /**
   * The name of the 3DMark test, or of the game as it is written; null where the file, its name and the request name no
   * game. `gameOfExecutable` says which names belong to the same game.
   */
  variant: string | null;
  /**
   * Whether the name of the game or test in `variant` is from the content of the file. If not, the name is from the
   * name of the file or from the request.
   */
  isNamedByFile: boolean;
  /** The position in the file of the recording that was read, from 1. A file with one result has position 1. */
  recording: number;
  metrics: ThreeDMarkMetrics | FrameMetrics;
  /** Sentences that tell the person who sent the file what the metrics leave out, and what may be wrong. */
  warnings: Message[];
  /**
   * Why the result is shown and not ranked, in one or more sentences; null where the result may be ranked. The warnings
   * include the sentences of the reason.
   */
  unranked: UnrankedReason | null;
  /** The frame times in the order of capture, in milliseconds; null for a 3DMark export and for a sampled log. */
  frameTimesMs: Float32Array | null;
  /**
   * Indexes in `frameTimesMs` of the frames that were never displayed, ascending. Null if the metric `dropped_frames`
   * is null.
   */
  droppedFrames: Uint32Array | null;
  /** The channels: other values, such as temperatures, that the file recorded over time. Empty for a 3DMark export. */
  channels: readonly Channel[];
  /** The hardware and settings that the file names; null where the file names nothing. */
  recordedOn: RecordedOn | null;
}

/** The kind of result file that a type of benchmark requires. */
export type FileFormat = "3dmark-xml" | "frame-csv";

/** Requests the result of a file, which is a 3DMark export or a capture. */
export type ReadRequest = ThreeDMarkRequest | CaptureRequest;

/** Requests a result of a 3DMark export, which holds several graphics tests, one of which gives the score. */
export interface ThreeDMarkRequest {
  format: "3dmark-xml";
  graphicsTest: 1 | 2 | 3;
  /** The name of the test to read, such as "Time Spy", in any case, for an export of several tests. */
  test?: string;
}

/** Requests the result of a capture: the CSV of a capture tool, or a CapFrameX record (JSON). */
export interface CaptureRequest {
  format: "frame-csv";
  /**
   * The executable whose frames are to be read, with or without ".exe", in any case. For a capture that names no
   * executable: the name of the game. By default, the game is taken from the file, else from `fileName`.
   */
  application?: string;
  /** The number of the recording to read, from 1, for a file with several recordings. */
  recording?: number;
  /**
   * The name of the file, which serves as a source of the game's name: some tools name their files after the game, but
   * do not write the name into the files.
   */
  fileName?: string;
}

/** Metrics of a 3DMark export. A score that is 0 in the file was not measured and is null here. */
export interface ThreeDMarkMetrics {
  /** The name of the 3DMark test, such as "Time Spy" or "Speed Way (custom)". */
  test: string;
  /** The frames per second of each graphics test by its number, as the mean over the passes that ran the test. */
  graphics_tests: Record<string, number>;
  graphics_score: number | null;
  overall_score: number | null;
  /** The CPU score of the 3DMark test; the physics score in tests without a CPU score. */
  cpu_score: number | null;
  /** The number of passes (repetitions of the 3DMark test in one run) over which the metrics are means. */
  passes: number;
}

/**
 * Metrics of a frame capture; `frameStatistics` has their formulas. Frame rates are in frames per second. A sampled log
 * (one row in each interval, not one for each frame) has an average only: its other metrics are null.
 */
export interface FrameMetrics extends ToolMetrics {
  average_fps: number;
  median_fps: number | null;
  p5_fps: number | null;
  p1_fps: number | null;
  p0_1_fps: number | null;
  /** The frame rate of the slowest 1 % of frames; null for fewer than 100 frames. */
  low_1_fps: number | null;
  /** The frame rate of the slowest 0.1 % of frames; null for fewer than 1 000 frames. */
  low_0_1_fps: number | null;
  min_fps: number | null;
  max_fps: number | null;
  /** Standard deviation of the frame times in milliseconds (of the population). */
  stdev_ms: number | null;
  /**
   * The share of the time in percent in frames that took longer than 2.5 times the mean of the frame times in the 0.5 s
   * before; null for a sampled log.
   */
  stutter_percent: number | null;
  /** The share of the time in percent in frames that took longer than 1/30 s; null for a sampled log. */
  time_below_30_fps_percent: number | null;
  /** The share of the time in percent in frames that took longer than 1/60 s; null for a sampled log. */
  time_below_60_fps_percent: number | null;
  /**
   * The share of the frames in percent whose GPU was busy for 95 % of the frame time or longer; null where the file
   * does not say how long the GPU was busy.
   */
  gpu_limited_percent: number | null;
  /** The average frame rate over the mean power of the GPU in watts; null where the file does not have the power. */
  fps_per_watt: number | null;
  /**
   * The number of frames in the metrics: all frames that the game rendered, also those that were never displayed. Null
   * for a sampled log.
   */
  frames: number | null;
  /**
   * The number of frames that the file marks as generated (frame generation), which `frames` does not include; null
   * where the file has no such column.
   */
  generated_frames: number | null;
  /**
   * The number of displayed frames, including generated ones, divided by the time for which they were displayed. Null
   * where the capture has no generated frames, or no display times.
   */
  displayed_average_fps: number | null;
  /** The number of samples of which the average of a sampled log is the mean; null for a capture of frames. */
  samples: number | null;
  /** How many of the frames in `frames` were never displayed; null where the file does not say. */
  dropped_frames: number | null;
  /**
   * The sum of the frame times, in seconds. For a sampled log, the time from the first to the last sample, or null if
   * the log has no times.
   */
  duration_s: number | null;
  /** The capture tool, recognised by the columns of the file, such as "PresentMon". */
  tool: string;
  /**
   * The game whose frames were read, in most cases the name of its executable; null where neither file nor request
   * names it.
   */
  application: string | null;
}

/**
 * Metrics as the tool that wrote the file defines and shows them. These metrics may differ from this project's metrics
 * of the same name. A metric is absent where the tool has no metric of that name or its definition is unknown.
 */
export type ToolMetrics = Partial<Record<ToolMetric, number>>;

type ToolMetric =
  | "tool_average_fps"
  | "tool_min_fps"
  | "tool_max_fps"
  | "tool_p97_fps"
  | "tool_p10_fps"
  | "tool_p5_fps"
  | "tool_p1_fps"
  | "tool_p0_1_fps"
  | "tool_low_1_fps"
  | "tool_low_0_1_fps"
  | "tool_low_1_integral_fps"
  | "tool_low_0_1_integral_fps"
  | "tool_p95_frame_time_ms"
  | "tool_p99_frame_time_ms"
  | "tool_p99_9_frame_time_ms";
