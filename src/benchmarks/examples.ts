/**
 * Examples of the main answers for the OpenAPI document. The examples are written by hand, because examples that are
 * generated from the schemas would contain contradictions, such as a queued run with a score.
 */

const benchmark = { id: 16, name: "Game benchmark", unit: "fps" };
const url = "https://bench.example/benchmarks/runs/7f4df3a4";
const file = {
  format: "frame-csv",
  bytes: 48_213,
  name: "capture.csv",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
};

/** The answer of POST /benchmarks/add to a capture. */
export const submissionExample = {
  message: "Benchmark added successfully",
  build_id: 1,
  benchmark_id: benchmark.id,
  benchmark,
  runs: [
    {
      run_id: "7f4df3a4",
      benchmark_id: benchmark.id,
      benchmark,
      sequence: 1,
      status: "queued",
      score: null,
      file,
      url,
    },
  ],
  usage: { period: "2026-11", used: 12, limit: 100, resets_at: "2026-12-01T00:00:00.000Z" },
};

const standing = { builds: 106, rank: 18, better_than_percent: 83, median: 96.2, p10: 61.7, p90: 141.3 };

/** The answer of GET /benchmarks/runs/<run_id> to the submitter of a capture, after a worker has read the capture. */
export const runExample = {
  run_id: "7f4df3a4",
  sequence: 1,
  build_id: 1,
  build: { build_id: 1, name: "Quiet tower", owner: { account_id: "0f2b8a52", name: "ada" } },
  benchmark_id: benchmark.id,
  benchmark,
  variant: "harbour",
  title: "harbour.exe",
  label: null,
  game: null,
  status: "complete",
  score: 108.9,
  unit: benchmark.unit,
  metrics: {
    average_fps: 108.9,
    median_fps: 110.2,
    p5_fps: 95.4,
    p1_fps: 84.6,
    p0_1_fps: 70.3,
    low_1_fps: 78.1,
    low_0_1_fps: 66.5,
    min_fps: 64.1,
    max_fps: 166.5,
    stdev_ms: 0.9,
    stutter_percent: 0,
    time_below_30_fps_percent: 0,
    time_below_60_fps_percent: 0,
    gpu_limited_percent: 91.5,
    fps_per_watt: 0.69,
    frames: 1200,
    samples: null,
    dropped_frames: 8,
    generated_frames: 0,
    displayed_average_fps: null,
    duration_s: 11.02,
    tool: "PresentMon",
    application: "harbour.exe",
  },
  channels: [
    {
      name: "gpu_power_w",
      unit: "W",
      samples: 1200,
      min: 96.1,
      mean: 158.3,
      p5: 131.7,
      p95: 171.2,
      max: 174.9,
    },
  ],
  warnings: [],
  unranked: null,
  recorded_on: null,
  file,
  error: null,
  reader_version: 8,
  created_at: "2026-11-21T18:04:05.000Z",
  completed_at: "2026-11-21T18:04:06.500Z",
  url,
  standing: { all: standing, same_cpu: null, same_gpu: null, same_cpu_and_gpu: null },
};
