import type { Message } from "./message.ts";
import type { RecordedOn } from "./recorded-on.ts";

/** The result of reading a file. */
export interface ReadResult {
  /** The graphics test's or the capture's average frames per second. */
  score: number;
  /**
   * Scores are comparable within a variant: the 3DMark test, or the game. UNKNOWN_GAME where neither the file nor the request names
   * the game: then the score is comparable with no other.
   */
  variant: string;
  /** Which recording of the file was read, from 1. 1 for a file that holds one result. */
  recording: number;
  metrics: ThreeDMarkMetrics | FrameMetrics;
  /** Sentences for the person who sent the file, about limits of the figures. */
  warnings: Message[];
  /** Why the figures are implausible, in one or more sentences; null where they are not. It is one of the warnings, too. */
  suspect: Message | null;
  /** The frame times in the order of capture, in milliseconds; null for a 3DMark export and for a sampled log. */
  frameTimesMs: Float32Array | null;
  /** Indexes in `frameTimesMs` of the frames that were never displayed, ascending. Null where `dropped_frames` is. */
  droppedFrames: Uint32Array | null;
  /** The hardware and settings that the file names; null where it names none. */
  recordedOn: RecordedOn | null;
}

/** The kind of result file that a benchmark type asks for. */
export type FileFormat = "3dmark-xml" | "frame-csv";

/** The variant of a capture whose game nobody names. */
export const UNKNOWN_GAME = "unknown";

/** Asks for a result of a file. A 3DMark export holds several graphics tests, one of which gives the score. */
export type ReadRequest = { format: "3dmark-xml"; graphicsTest: 1 | 2 | 3 } | CaptureRequest;

/** Asks for the result of a capture: the CSV of a capture tool, or a CapFrameX record (JSON). */
export interface CaptureRequest {
  format: "frame-csv";
  /**
   * The executable whose frames are to be read, with or without ".exe", in any case. Of a capture that names no executable, the
   * game. Without it, the game is found in the file, else in `fileName`.
   */
  application?: string;
  /** Which recording of a file that holds several is to be read, from 1. */
  recording?: number;
  /** The name of the file. It tells the game where the tool names its files by the game and writes no name into them. */
  fileName?: string;
}

/** Figures of a 3DMark export. A score that is 0 in the file was not measured and is null here. */
export interface ThreeDMarkMetrics {
  /** The 3DMark test, such as "Time Spy" or "Speed Way (custom)". */
  test: string;
  /** Frames per second of each graphics test by its number, the mean over the passes that ran it. */
  graphics_tests: Record<string, number>;
  graphics_score: number | null;
  overall_score: number | null;
  /** The CPU score; in the tests that have none, the physics score. */
  cpu_score: number | null;
  /** Number of passes (repeats of the test in one run) over which the figures are means. */
  passes: number;
}

/**
 * Figures of a frame capture; `frameStatistics` has their formulas. Frame rates are in frames per second.
 * A sampled log (one row in each interval, not one for each frame) has an average only: its other figures are null.
 */
export interface FrameMetrics extends ToolMetrics {
  average_fps: number;
  median_fps: number | null;
  p5_fps: number | null;
  p1_fps: number | null;
  p0_1_fps: number | null;
  /** Null for fewer than 100 frames. */
  low_1_fps: number | null;
  /** Null for fewer than 1 000 frames. */
  low_0_1_fps: number | null;
  min_fps: number | null;
  max_fps: number | null;
  /** Standard deviation of the frame times (of the population). */
  stdev_ms: number | null;
  /** Frames in the figures: those that the game rendered, including frames that were never displayed; null for a sampled log. */
  frames: number | null;
  /** Frames that the file marks as generated (frame generation), beside `frames`; null where no column of the file tells. */
  generated_frames: number | null;
  /**
   * Displayed frames over the time for which they were displayed, generated frames included. Null where the capture has no
   * generated frames, or the file does not tell when frames were displayed.
   */
  displayed_average_fps: number | null;
  /** Samples in the average; null for a capture of frames. */
  samples: number | null;
  /** Number of `frames` that were never displayed; null where no column of the file tells. */
  dropped_frames: number | null;
  /** Sum of the frame times; of a sampled log the time from its first to its last sample, null where the log does not tell. */
  duration_s: number | null;
  /** The tool whose columns the file has, such as "PresentMon". */
  tool: string;
  /** The game whose frames were read, mostly its executable; null where nobody names it. */
  application: string | null;
}

/**
 * Figures as the tool that wrote the file defines and shows them. They may differ from ours of the same name. A figure is
 * absent where the tool has none of that name or its definition is unknown.
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
