/** What kind of file a benchmark type asks for. */
export type FileFormat = "3dmark-xml" | "frame-csv";

/** What is to be read from a file; a 3DMark export holds several graphics tests, of which one is the score. */
export type ReadRequest = { format: "3dmark-xml"; graphicsTest: 1 | 2 | 3 } | { format: "frame-csv" };

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
  /** How many passes (repeats of the test in one run) the figures are a mean of. */
  passes: number;
}

/** Figures of a frame capture; their formulas stand at `frameStatistics`. Frame rates are in frames per second. */
export interface FrameMetrics {
  average_fps: number;
  median_fps: number;
  p5_fps: number;
  p1_fps: number;
  p0_1_fps: number;
  /** Null for fewer than 100 frames. */
  low_1_fps: number | null;
  /** Null for fewer than 1 000 frames. */
  low_0_1_fps: number | null;
  min_fps: number;
  max_fps: number;
  /** Standard deviation of the frame times (of the population). */
  stdev_ms: number;
  /** Frames in the figures, those that were never displayed included. */
  frames: number;
  /** How many of `frames` were never displayed; null where the file has no column that tells. */
  dropped_frames: number | null;
  /** Sum of the frame times. */
  duration_s: number;
  /** The tool whose columns the file has, such as "PresentMon". */
  tool: string;
  /** The executable whose frames were read; null where the file names none. */
  application: string | null;
}

/** What was read from a result file. */
export interface ReadResult {
  /** The graphics test's or the capture's average frames per second. */
  score: number;
  /** What the score is comparable with: the 3DMark test, or the game's executable. */
  variant: string;
  metrics: ThreeDMarkMetrics | FrameMetrics;
  /** Sentences for the person who sent the file, about what limits the figures. */
  warnings: string[];
  /** The frame times in the order of capture, in milliseconds; null for a 3DMark export. */
  frameTimesMs: Float32Array | null;
}
