/**
 * The submissions of the quick start and their correct results. The files are in data/samples: they are made up, and
 * the scores are computed from their contents.
 */
export const samples = {
  /** The models of the parts of the build, which are in the sample catalogue. */
  parts: {
    cpu: "Ryzen 5 7600X",
    gpu: "GeForce RTX 4070 SUPER 12G GAMING X SLIM",
    ram: "Vengeance DDR5-5600 CL36 32GB (2x16GB)",
    motherboard: "B650M Pro RS WiFi",
  },
  cinebench: { benchmarkId: 15, scores: [15_240, 15_310] },
  threeDMark: {
    what: "4. 3DMark export",
    benchmarkId: 7,
    file: "3dmark-time-spy.xml",
    variant: "Time Spy",
    /** The value of TimeSpyPerformanceGraphicsTest1 in the file's only pass, in frames per second. */
    score: 138.4,
    shownMetrics: ["graphics_score", "cpu_score"],
  },
  capture: {
    what: "5. Frame capture",
    benchmarkId: 16,
    settings: { resolution: "2560x1440", preset: "Ultra" },
    file: "presentmon-capture.csv",
    variant: "cyberpunk2077",
    /** The average frame rate of the capture, in frames per second: 1 400 frames in 14 994.1 ms. */
    score: 93.37,
    shownMetrics: ["frames", "low_1_fps", "p1_fps", "dropped_frames"],
  },
  search: { query: "ryzn 5 7600x", firstModel: "Ryzen 5 7600X" },
};

/** A file that the quick start submits. */
export type FileSample = typeof samples.threeDMark & { settings?: typeof samples.capture.settings };
